// Errors, as exceptions or as codes: every call that can be refused takes a `Status *` last. Without
// it a refusal throws `jostle::Error`; with it the call throws nothing, writes the status, and returns
// an empty value. Without exceptions (`-fno-exceptions`) a refusal without a `Status *` aborts.
#ifndef JOSTLE_ERROR_HPP
#define JOSTLE_ERROR_HPP

#include <jostle/jostle.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace jostle {

// The status of a call, with the words of C.
enum class Status {
  ok = JOSTLE_STATUS_OK,
  none = JOSTLE_STATUS_NONE,
  null = JOSTLE_STATUS_NULL,
  handle = JOSTLE_STATUS_HANDLE,
  busy = JOSTLE_STATUS_BUSY,
  word = JOSTLE_STATUS_WORD,
  room = JOSTLE_STATUS_ROOM,
  utf8 = JOSTLE_STATUS_UTF8,
  not_finite = JOSTLE_STATUS_NOT_FINITE,
  negative = JOSTLE_STATUS_NEGATIVE,
  not_positive = JOSTLE_STATUS_NOT_POSITIVE,
  empty = JOSTLE_STATUS_EMPTY,
  zero_direction = JOSTLE_STATUS_ZERO_DIRECTION,
  crossing = JOSTLE_STATUS_CROSSING,
  hole_outside = JOSTLE_STATUS_HOLE_OUTSIDE,
  tile = JOSTLE_STATUS_TILE,
  no_core = JOSTLE_STATUS_NO_CORE,
  wrong_length = JOSTLE_STATUS_WRONG_LENGTH,
  too_many = JOSTLE_STATUS_TOO_MANY,
  overflow = JOSTLE_STATUS_OVERFLOW,
  key = JOSTLE_STATUS_KEY,
  cycle = JOSTLE_STATUS_CYCLE,
  full = JOSTLE_STATUS_FULL,
  json = JOSTLE_STATUS_JSON,
  custom = JOSTLE_STATUS_CUSTOM,
  snapshot = JOSTLE_STATUS_SNAPSHOT,
  journal = JOSTLE_STATUS_JOURNAL,
  trace = JOSTLE_STATUS_TRACE,
  fault = JOSTLE_STATUS_FAULT
};

// Why a call was refused, with a sentence that names the value and its place.
class Error : public std::runtime_error {
 public:
  Error(Status status, const std::string &message) : std::runtime_error(message), status_(status) {}
  Status status() const noexcept { return status_; }

 private:
  Status status_;
};

// The sentence about the last refusal on this thread.
inline std::string last_error_message() { return jostle_last_error_message(); }

namespace detail {

[[noreturn]] inline void refuse(JostleStatus status) {
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
  throw Error(static_cast<Status>(status), jostle_last_error_message());
#else
  std::fprintf(stderr, "jostle: status %d: %s\n", static_cast<int>(status),
               jostle_last_error_message());
  std::abort();
#endif
}

// Whether there is an answer; a refusal goes where the caller wants it.
inline bool answered(JostleStatus status, Status *to = nullptr) {
  if (to != nullptr) {
    *to = static_cast<Status>(status);
    return status == JOSTLE_STATUS_OK;
  }
  if (status == JOSTLE_STATUS_OK) {
    return true;
  }
  if (status == JOSTLE_STATUS_NONE) {
    return false;
  }
  refuse(status);
}

// A handle that is freed by its owner.
template <class H, JostleStatus (*Free)(H)>
class Owned {
 public:
  Owned() noexcept = default;
  explicit Owned(H held) noexcept : held_(held) {}
  Owned(Owned &&other) noexcept : held_(other.held_) { other.held_.id = 0; }
  Owned &operator=(Owned &&other) noexcept {
    if (this != &other) {
      release();
      held_ = other.held_;
      other.held_.id = 0;
    }
    return *this;
  }
  Owned(const Owned &) = delete;
  Owned &operator=(const Owned &) = delete;
  ~Owned() { release(); }

  H get() const noexcept { return held_; }
  bool empty() const noexcept { return held_.id == 0; }

 private:
  void release() noexcept {
    if (held_.id != 0) {
      Free(held_);
      held_.id = 0;
    }
  }

  H held_{0};
};

// A text that a call made.
inline std::string text_of(JostleBytes bytes) {
  Owned<JostleBytes, jostle_bytes_free> owned(bytes);
  const char *data = nullptr;
  std::size_t length = 0;
  answered(jostle_bytes_data(bytes, &data, &length));
  return std::string(data, length);
}

}  // namespace detail
}  // namespace jostle

#endif
