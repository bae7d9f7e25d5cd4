// jostle for C++17: what touches what in 2D, where, and how to get them apart.
//
// Header-only over the C library, with the library's words: `a.overlaps(b)`, `a.contact(b)->push_a()`,
// `for (const jostle::Event &event : world.step())`. Objects own their contents. Refusals throw
// `jostle::Error`, or are written to the `jostle::Status *` that every call that can be refused takes
// last. Threads are as in `jostle.h`: readers share an object, the code that changes it must be alone.
#ifndef JOSTLE_HPP
#define JOSTLE_HPP

#include <jostle/trace.hpp>
#include <jostle/world.hpp>

#endif
