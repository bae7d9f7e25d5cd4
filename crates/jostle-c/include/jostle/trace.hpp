// Hitboxes from pixels.
#ifndef JOSTLE_TRACE_HPP
#define JOSTLE_TRACE_HPP

#include <jostle/shape.hpp>

namespace jostle {

enum class Detail {
  less = JOSTLE_DETAIL_LESS,
  more = JOSTLE_DETAIL_MORE,
  optimal = JOSTLE_DETAIL_OPTIMAL,
  exact = JOSTLE_DETAIL_EXACT
};
enum class Side { free = JOSTLE_SIDE_FREE, cover = JOSTLE_SIDE_COVER, inside = JOSTLE_SIDE_INSIDE };
enum class Fill { none = JOSTLE_FILL_NONE, holes = JOSTLE_FILL_HOLES, bays = JOSTLE_FILL_BAYS };

// A color that is empty.
struct Ignored {
  std::uint8_t rgba[4] = {0, 0, 0, 0};
  bool any_alpha = false;
  std::uint8_t tolerance = 0;
};

// How to make a hitbox of pixels; by default the exact outline of those with an alpha of 128 or more.
struct Tracing {
  std::uint8_t alpha = 128;
  std::vector<Ignored> ignored;
  Detail detail = Detail::exact;
  Side side = Side::free;
  Fill fill = Fill::none;
  std::optional<double> max_error;
  std::optional<double> min_iou;
  std::size_t max_vertices = 0;
  std::uint64_t min_area = 0;
  bool corners_join = false;
  bool quick = false;
};

// A traced outline in pixels, (0, 0) the picture's top left corner.
struct Hitbox {
  Shape shape;
  Rings rings;
  JostleReport report{};
};

// Traces RGBA pixels, four bytes each; nothing where no pixel is solid.
inline std::optional<Hitbox> trace(const std::uint8_t *rgba, std::uint32_t width, std::uint32_t height,
                                   const Tracing &tracing = {}, Status *status = nullptr) {
  JostleTracing settings = jostle_trace_default();
  settings.alpha = tracing.alpha;
  settings.corners_join = tracing.corners_join;
  std::vector<JostleIgnored> ignored;
  for (const Ignored &c : tracing.ignored) {
    ignored.push_back({{c.rgba[0], c.rgba[1], c.rgba[2], c.rgba[3]}, c.any_alpha, c.tolerance});
  }
  settings.ignored = ignored.data();
  settings.ignored_count = ignored.size();
  settings.detail = static_cast<int>(tracing.detail);
  settings.side = static_cast<int>(tracing.side);
  settings.fill = static_cast<int>(tracing.fill);
  settings.max_error = tracing.max_error.value_or(-1.0);
  settings.min_iou = tracing.min_iou.value_or(-1.0);
  settings.max_vertices = tracing.max_vertices;
  settings.min_area = tracing.min_area;
  settings.quick = tracing.quick;
  JostleShape shape{0};
  JostleRings rings{0};
  Hitbox hitbox;
  if (!detail::answered(
          jostle_trace_rgba(rgba, width, height, &settings, &shape, &rings, &hitbox.report), status)) {
    return std::nullopt;
  }
  hitbox.shape = Shape(shape);
  hitbox.rings = Rings(rings);
  return hitbox;
}

}  // namespace jostle

#endif
