#!/usr/bin/env bash
# Builds the C library and puts it under a prefix: headers, libjostle.so, libjostle.a, jostle.pc and a
# CMake package. `crates/jostle-c/install.sh PREFIX` (as /usr/local); DESTDIR is honoured. It builds the library,
# unless JOSTLE_BUILT names a folder that has it already, as after `cargo test`.
set -euo pipefail
cd "$(dirname "$0")"

if [ $# -ne 1 ] || [ "${1#/}" = "$1" ]; then
  echo "usage: install.sh PREFIX, where PREFIX is an absolute path such as /usr/local" >&2
  exit 2
fi
prefix=$1
root=${DESTDIR:-}$prefix

built=${JOSTLE_BUILT:-}
if [ -z "$built" ]; then
  cargo build --release --locked -p jostle-c
  built=$(cargo metadata --format-version 1 --no-deps | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')/release
fi
version=$(cargo metadata --format-version 1 --no-deps | sed -n 's/.*"name":"jostle-c","version":"\([^"]*\)".*/\1/p')

install -d "$root/include/jostle" "$root/lib/pkgconfig" "$root/lib/cmake/jostle"
install -m 644 include/jostle/* "$root/include/jostle/"
install -m 644 "$built/libjostle_c.a" "$root/lib/libjostle.a"
# The name within the file is what programs look for at run time; build.rs has set it.
soname=libjostle.so.${version%.*}
install -m 755 "$built/libjostle_c.so" "$root/lib/$soname"
ln -sf "$soname" "$root/lib/libjostle.so"
sed "s/@VERSION@/$version/" package/jostle.pc >"$root/lib/pkgconfig/jostle.pc"
sed "s/@SONAME@/$soname/" package/jostle-config.cmake >"$root/lib/cmake/jostle/jostle-config.cmake"
sed "s/@VERSION@/$version/" package/jostle-config-version.cmake >"$root/lib/cmake/jostle/jostle-config-version.cmake"
echo "jostle $version is under $prefix"
