/* How the C tests say what they found: `CHECK(what)` counts, and prints what is false. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static int checks_passed = 0;
static int checks_failed = 0;

#define CHECK(what)                                               \
  do {                                                            \
    if (what) {                                                   \
      ++checks_passed;                                            \
    } else {                                                      \
      ++checks_failed;                                            \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what);  \
    }                                                             \
  } while (0)

/* Prints "name: N passed" and gives the exit status. */
static int checks_done(const char *name) {
  printf("%s: %d passed, %d failed\n", name, checks_passed, checks_failed);
  return checks_failed != 0;
}

#endif
