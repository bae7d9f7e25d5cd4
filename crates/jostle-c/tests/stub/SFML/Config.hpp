// As SFML 3 says it.
#define SFML_VERSION_MAJOR 3
