/**
 * jostle for C: what touches what in 2D, where, and how to get them apart.
 *
 * Made from the sources of crates/jostle-c; do not edit.
 *
 * Answers: every function that can fail returns a JostleStatus. JOSTLE_STATUS_OK and
 * JOSTLE_STATUS_NONE are answers, all else are errors, for which jostle_last_error_message has a
 * sentence; then nothing was changed. Buffers: a count larger than the capacity comes with
 * JOSTLE_STATUS_ROOM and as many answers as fit; a null buffer of capacity 0 only counts.
 *
 * Objects are structs of one integer. Whoever got one by an out_ parameter frees it, once; a freed
 * one is answered with JOSTLE_STATUS_HANDLE, never with a crash.
 *
 * Threads: every function may be called on any thread. Calls that read one object may run at the
 * same time; a call that changes or frees an object while another uses it is refused with
 * JOSTLE_STATUS_BUSY. Events, rings and texts are read in place: they stay until the next step of
 * their world, or until they are freed, and no other thread may do that meanwhile. The last error
 * message is per thread. Nothing else is kept between calls.
 *
 * Callbacks may ask, must not throw, and what they try to change is refused.
 *
 * Lengths are in your unit, angles in radians, positive turns go from x toward y, touching counts.
 */


#ifndef JOSTLE_H
#define JOSTLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A cell of jostle_shape_grid_of_tiles that holds nothing. */
#define JOSTLE_CELL_EMPTY (-2)
/** A cell of jostle_shape_grid_of_tiles that is full. */
#define JOSTLE_CELL_FULL (-1)
/** A shape that takes part in no weld, in the list of jostle_weld. */
#define JOSTLE_UNWELDED SIZE_MAX
/** Every layer, and what is on none: for layers and sees. */
#define JOSTLE_ALL_LAYERS UINT64_MAX

/**
 * The status of a call. 0 and 1 are answers, all else are errors: then nothing was changed and
 * nothing written, and `jostle_last_error_message` has a sentence.
 */
typedef enum {
  /**
   * Done; the answer is written.
   */
  JOSTLE_STATUS_OK = 0,
  /**
   * Done; the answer is none (no contact, no hit, no bounds). Nothing is written.
   */
  JOSTLE_STATUS_NONE = 1,
  /**
   * A pointer that has to point at something is null, or not aligned.
   */
  JOSTLE_STATUS_NULL = 2,
  /**
   * A handle is of nothing: it was never given, or its object was freed.
   */
  JOSTLE_STATUS_HANDLE = 3,
  /**
   * Another thread is changing the object, or a callback tries to change the world that called
   * it.
   */
  JOSTLE_STATUS_BUSY = 4,
  /**
   * A number that stands for a word is none of the words.
   */
  JOSTLE_STATUS_WORD = 5,
  /**
   * A buffer is too small; the count states how much there is.
   */
  JOSTLE_STATUS_ROOM = 6,
  /**
   * A text is not UTF-8.
   */
  JOSTLE_STATUS_UTF8 = 7,
  /**
   * A number is NaN or infinite.
   */
  JOSTLE_STATUS_NOT_FINITE = 8,
  /**
   * A radius or an extent is below zero.
   */
  JOSTLE_STATUS_NEGATIVE = 9,
  /**
   * A size is zero or below.
   */
  JOSTLE_STATUS_NOT_POSITIVE = 10,
  /**
   * A list is empty.
   */
  JOSTLE_STATUS_EMPTY = 11,
  /**
   * A direction has length zero.
   */
  JOSTLE_STATUS_ZERO_DIRECTION = 12,
  /**
   * Two edges of an outline properly cross.
   */
  JOSTLE_STATUS_CROSSING = 13,
  /**
   * A hole reaches outside the outer ring.
   */
  JOSTLE_STATUS_HOLE_OUTSIDE = 14,
  /**
   * A tile of a grid cannot be one.
   */
  JOSTLE_STATUS_TILE = 15,
  /**
   * The shape cannot be given a radius.
   */
  JOSTLE_STATUS_NO_CORE = 16,
  /**
   * A list has another length than the size needs.
   */
  JOSTLE_STATUS_WRONG_LENGTH = 17,
  /**
   * There is more of something than there may be.
   */
  JOSTLE_STATUS_TOO_MANY = 18,
  /**
   * Placing a finite shape left the range of floats.
   */
  JOSTLE_STATUS_OVERFLOW = 19,
  /**
   * The world has no such collider: it was removed, or is one of another world, or it has no shape
   * and the call is about one that has.
   */
  JOSTLE_STATUS_KEY = 20,
  /**
   * A collider would be below itself.
   */
  JOSTLE_STATUS_CYCLE = 21,
  /**
   * The world has given all the keys it has.
   */
  JOSTLE_STATUS_FULL = 22,
  /**
   * A text is no JSON, or not the form that was asked for.
   */
  JOSTLE_STATUS_JSON = 23,
  /**
   * A custom shape is code and cannot be written.
   */
  JOSTLE_STATUS_CUSTOM = 24,
  /**
   * Bytes are no snapshot, or a damaged one.
   */
  JOSTLE_STATUS_SNAPSHOT = 25,
  /**
   * A journal names a key twice, or states too late how the world is.
   */
  JOSTLE_STATUS_JOURNAL = 26,
  /**
   * Pixels or a goal from which nothing can be traced.
   */
  JOSTLE_STATUS_TRACE = 27,
  /**
   * A fault of the library itself, which is still in a sound state; please report the message.
   */
  JOSTLE_STATUS_FAULT = 28,
} JostleStatus;

/**
 * How far a staged test goes.
 */
typedef enum {
  /**
   * The closed boxes around both.
   */
  JOSTLE_LEVEL_BOUNDS = 0,
  /**
   * A vertex of one inside the other.
   */
  JOSTLE_LEVEL_CORNERS = 1,
  /**
   * The exact verdict.
   */
  JOSTLE_LEVEL_EXACT = 2,
} JostleLevel;

/**
 * How two shapes lie to each other: the first that holds, from the top.
 */
typedef enum {
  /**
   * Equal sets of points.
   */
  JOSTLE_RELATION_SAME = 0,
  /**
   * a is a subset of b.
   */
  JOSTLE_RELATION_A_IN_B = 1,
  /**
   * b is a subset of a.
   */
  JOSTLE_RELATION_B_IN_A = 2,
  /**
   * They overlap, neither holds the other.
   */
  JOSTLE_RELATION_OVERLAPPING = 3,
  /**
   * They share boundary points only.
   */
  JOSTLE_RELATION_TOUCHING = 4,
  /**
   * They share no point.
   */
  JOSTLE_RELATION_APART = 5,
} JostleRelation;

/**
 * The sign of the exact separation of two closed sets.
 */
typedef enum {
  /**
   * The sets share no point.
   */
  JOSTLE_VERDICT_SEPARATED = 0,
  /**
   * They share points of their boundaries only.
   */
  JOSTLE_VERDICT_TOUCHING = 1,
  /**
   * Their interiors share a point.
   */
  JOSTLE_VERDICT_OVERLAPPING = 2,
} JostleVerdict;

/**
 * The kind of a list of points.
 */
typedef enum {
  /**
   * A line from the first point to the last; a single point is one.
   */
  JOSTLE_RING_KIND_OPEN = 0,
  /**
   * A closed line, or the outer ring of an area; without its first point again at the end.
   */
  JOSTLE_RING_KIND_CLOSED = 1,
  /**
   * The ring of a hole in the closed ring that stands before it.
   */
  JOSTLE_RING_KIND_HOLE = 2,
} JostleRingKind;

/**
 * The meaning of a line or a text.
 */
typedef enum {
  /**
   * The outline of a collider that touches nothing.
   */
  JOSTLE_DEBUG_COLOR_FREE = 0,
  /**
   * The outline of a collider that touched something at the last step.
   */
  JOSTLE_DEBUG_COLOR_TOUCHING = 1,
  /**
   * The outline of a sensor.
   */
  JOSTLE_DEBUG_COLOR_SENSOR = 2,
  /**
   * The outline of a disabled collider.
   */
  JOSTLE_DEBUG_COLOR_DISABLED = 3,
  /**
   * The box of a collider.
   */
  JOSTLE_DEBUG_COLOR_BOX = 4,
  /**
   * A contact point, as a small cross.
   */
  JOSTLE_DEBUG_COLOR_CONTACT = 5,
  /**
   * A contact's normal, from the contact point on.
   */
  JOSTLE_DEBUG_COLOR_NORMAL = 6,
  /**
   * A box of the broad phase's inner structure.
   */
  JOSTLE_DEBUG_COLOR_NODE = 7,
  /**
   * The key of a collider.
   */
  JOSTLE_DEBUG_COLOR_KEY = 8,
} JostleDebugColor;

/**
 * Which of a pair sees the other.
 */
typedef enum {
  /**
   * Only a sees b.
   */
  JOSTLE_SEEN_BY_A = 0,
  /**
   * Only b sees a.
   */
  JOSTLE_SEEN_BY_B = 1,
  /**
   * Each sees the other.
   */
  JOSTLE_SEEN_BY_BOTH = 2,
} JostleSeenBy;

/**
 * What keeps two colliders apart; the first that holds, in this order.
 */
typedef enum {
  /**
   * The world has no such collider.
   */
  JOSTLE_WHY_NOT_UNKNOWN = 0,
  /**
   * Both are one collider.
   */
  JOSTLE_WHY_NOT_SAME = 1,
  /**
   * One is disabled.
   */
  JOSTLE_WHY_NOT_DISABLED = 2,
  /**
   * One is a group.
   */
  JOSTLE_WHY_NOT_NO_SHAPE = 3,
  /**
   * Both are in one team.
   */
  JOSTLE_WHY_NOT_TEAM = 4,
  /**
   * Neither sees the other.
   */
  JOSTLE_WHY_NOT_LAYERS = 5,
  /**
   * The pair filter rejects the pair.
   */
  JOSTLE_WHY_NOT_FILTER = 6,
  /**
   * The shapes are apart, or only touch in a world that ignores that.
   */
  JOSTLE_WHY_NOT_APART = 7,
  /**
   * Nothing: they are a pair at the next step.
   */
  JOSTLE_WHY_NOT_NOTHING = 8,
} JostleWhyNot;

/**
 * What an event reports.
 */
typedef enum {
  /**
   * The two touch and did not at the last step.
   */
  JOSTLE_EVENT_KIND_ENTER = 0,
  /**
   * The two touch and did at the last step.
   */
  JOSTLE_EVENT_KIND_STAY = 1,
  /**
   * The two touched at the last step and do not any more.
   */
  JOSTLE_EVENT_KIND_EXIT = 2,
} JostleEventKind;

/**
 * Why two colliders do not touch any more; the first that holds.
 */
typedef enum {
  /**
   * They do: the event is no exit.
   */
  JOSTLE_EXIT_REASON_NONE = 0,
  /**
   * One of them was removed.
   */
  JOSTLE_EXIT_REASON_REMOVED = 1,
  /**
   * One of them was disabled.
   */
  JOSTLE_EXIT_REASON_DISABLED = 2,
  /**
   * Layers, teams or the filter keep them apart now.
   */
  JOSTLE_EXIT_REASON_FILTERED = 3,
  /**
   * One of them got another shape, or lost it.
   */
  JOSTLE_EXIT_REASON_RESHAPED = 4,
  /**
   * One of them moved.
   */
  JOSTLE_EXIT_REASON_SEPARATED = 5,
} JostleExitReason;

/**
 * Which side of the exact outline a simplified one may be on.
 */
typedef enum {
  /**
   * Either.
   */
  JOSTLE_SIDE_FREE = 0,
  /**
   * Outside or on it: no solid pixel is left out.
   */
  JOSTLE_SIDE_COVER = 1,
  /**
   * Inside or on it: no empty pixel is taken in.
   */
  JOSTLE_SIDE_INSIDE = 2,
} JostleSide;

/**
 * The empty pixels that become solid before tracing.
 */
typedef enum {
  /**
   * Nothing.
   */
  JOSTLE_FILL_NONE = 0,
  /**
   * Empty pixels that are shut in.
   */
  JOSTLE_FILL_HOLES = 1,
  /**
   * Those, and bays that are deeper than wide.
   */
  JOSTLE_FILL_BAYS = 2,
} JostleFill;

/**
 * A level of detail by the share of the area that may differ, as SFMLCollision names them.
 */
typedef enum {
  /**
   * 15 %.
   */
  JOSTLE_DETAIL_LESS = 0,
  /**
   * 7.5 %.
   */
  JOSTLE_DETAIL_MORE = 1,
  /**
   * 1 %.
   */
  JOSTLE_DETAIL_OPTIMAL = 2,
  /**
   * Nothing: the exact outline of the pixels.
   */
  JOSTLE_DETAIL_EXACT = 3,
} JostleDetail;

/**
 * How much a step computes of a pair that touches. That of one collider counts for its pairs, of
 * two the greater; where neither has one, the step options do.
 */
typedef enum {
  /**
   * That of the step options; of the options themselves what they start with.
   */
  JOSTLE_PAIR_DETAIL_DEFAULT = 0,
  /**
   * That the two touch. There is no contact.
   */
  JOSTLE_PAIR_DETAIL_TOUCH = 1,
  /**
   * A contact with the nearest boundary; the push of a concave shape may not separate.
   */
  JOSTLE_PAIR_DETAIL_NEAR = 2,
  /**
   * The contact whose push separates.
   */
  JOSTLE_PAIR_DETAIL_PUSH = 3,
} JostlePairDetail;

/**
 * True if two colliders that only touch, boundary to boundary, are a pair.
 */
typedef enum {
  /**
   * They are: shapes are closed.
   */
  JOSTLE_TOUCH_POLICY_COUNTS = 0,
  /**
   * They are not: interiors have to share a point.
   */
  JOSTLE_TOUCH_POLICY_IGNORED = 1,
} JostleTouchPolicy;

/**
 * What becomes of the children when their parent is removed.
 */
typedef enum {
  /**
   * All below are removed with it.
   */
  JOSTLE_CHILDREN_REMOVE = 0,
  /**
   * Its children stay where they are in the world, without a parent.
   */
  JOSTLE_CHILDREN_RELEASE = 1,
  /**
   * Its children go to its own parent and keep their transforms.
   */
  JOSTLE_CHILDREN_ADOPT = 2,
} JostleChildren;

/**
 * The rule for a ray that starts inside a shape.
 */
typedef enum {
  /**
   * The shape is solid: fraction 0 and the shallowest way out.
   */
  JOSTLE_INSIDE_HIT = 0,
  /**
   * The shape is left out.
   */
  JOSTLE_INSIDE_SKIP = 1,
  /**
   * The shape is hollow: the first boundary point.
   */
  JOSTLE_INSIDE_EXIT = 2,
} JostleInside;

/**
 * What stops a moving shape.
 */
typedef enum {
  /**
   * Any shared point of the closed sets, as for rays.
   */
  JOSTLE_STOP_TOUCHING = 0,
  /**
   * Shared points of the interiors, as movement wants it.
   */
  JOSTLE_STOP_OVERLAPPING = 1,
} JostleStop;

/**
 * How a slide on a floor counts its speed.
 */
typedef enum {
  /**
   * A slope takes what a projection on it takes.
   */
  JOSTLE_PACE_PROJECT = 0,
  /**
   * As long on slopes as on the level.
   */
  JOSTLE_PACE_KEEP = 1,
  /**
   * The level part stays.
   */
  JOSTLE_PACE_LEVEL = 2,
} JostlePace;

/**
 * What a slide does about a collider.
 */
typedef enum {
  /**
   * It blocks; the slide goes on along it.
   */
  JOSTLE_RESPONSE_SLIDE = 0,
  /**
   * It ends the slide.
   */
  JOSTLE_RESPONSE_STOP = 1,
  /**
   * It mirrors the rest of the slide.
   */
  JOSTLE_RESPONSE_BOUNCE = 2,
  /**
   * It is reported and does not block.
   */
  JOSTLE_RESPONSE_CROSS = 3,
  /**
   * It is not there.
   */
  JOSTLE_RESPONSE_IGNORE = 4,
} JostleResponse;

/**
 * How a slide ended.
 */
typedef enum {
  /**
   * All time is spent.
   */
  JOSTLE_SLIDE_END_DONE = 0,
  /**
   * A response stopped it.
   */
  JOSTLE_SLIDE_END_STOPPED = 1,
  /**
   * It began in an overlap from which pushes did not free it; nothing moved.
   */
  JOSTLE_SLIDE_END_STUCK = 2,
  /**
   * The legs were used up, at a place free of all blockers.
   */
  JOSTLE_SLIDE_END_OUT_OF_LEGS = 3,
} JostleSlideEnd;

/**
 * True if a chain leads from its last point back to its first.
 */
typedef enum {
  /**
   * It does not.
   */
  JOSTLE_CHAIN_ENDS_OPEN = 0,
  /**
   * It does.
   */
  JOSTLE_CHAIN_ENDS_CLOSED = 1,
} JostleChainEnds;

/**
 * Which side of a chain's edges has normals, pushes and ray hits.
 */
typedef enum {
  /**
   * Both.
   */
  JOSTLE_SIDEDNESS_BOTH = 0,
  /**
   * Only the left of each edge from a to b (x toward y).
   */
  JOSTLE_SIDEDNESS_LEFT = 1,
} JostleSidedness;

/**
 * A method to detect collisions that can be swapped for another.
 */
typedef enum {
  /**
   * The boxes around both overlap; touching counts.
   */
  JOSTLE_BUILTIN_METHOD_BOUNDS = 0,
  /**
   * The circles around both overlap; touching counts.
   */
  JOSTLE_BUILTIN_METHOD_CIRCLES = 1,
  /**
   * A vertex or center of one lies in the other.
   */
  JOSTLE_BUILTIN_METHOD_CORNERS = 2,
  /**
   * The shapes share a point.
   */
  JOSTLE_BUILTIN_METHOD_EXACT = 3,
} JostleBuiltinMethod;

/**
 * A vector or a point.
 */
typedef struct {
  /**
   * Along the x axis.
   */
  float x;
  /**
   * Along the y axis.
   */
  float y;
} JostleVec2;

/**
 * A closed axis-aligned box.
 */
typedef struct {
  /**
   * The smallest coordinates.
   */
  JostleVec2 min;
  /**
   * The largest coordinates.
   */
  JostleVec2 max;
} JostleAabb;

/**
 * An affine map: x' = a·x + c·y + tx, y' = b·x + d·y + ty, in the order of PixiJS and the canvas.
 */
typedef struct {
  /**
   * x of the image of the x axis.
   */
  float a;
  /**
   * y of the image of the x axis.
   */
  float b;
  /**
   * x of the image of the y axis.
   */
  float c;
  /**
   * y of the image of the y axis.
   */
  float d;
  /**
   * x of the image of the origin.
   */
  float tx;
  /**
   * y of the image of the origin.
   */
  float ty;
} JostleAffine;

/**
 * A rectangle under a transform: what an object of SFML gives by `getLocalBounds` and
 * `getTransform`.
 */
typedef struct {
  /**
   * The rectangle in its own frame.
   */
  JostleAabb local;
  /**
   * From that frame to the world.
   */
  JostleAffine transform;
} JostleLocalBox;

/**
 * A shape in the world, ready for every question; free it with `jostle_placed_free`. An id of 0 is
 * none.
 */
typedef struct {
  /**
   * The handle.
   */
  uint64_t id;
} JostlePlaced;

/**
 * The result of a staged test.
 */
typedef struct {
  /**
   * The answer after that stage.
   */
  bool hit;
  /**
   * True if no later stage can change the answer.
   */
  bool certain;
  /**
   * The stage that decided, or the last one that was run.
   */
  JostleLevel level;
} JostleStagedTest;

/**
 * A contact of two shapes that touch or overlap; world frame.
 */
typedef struct {
  /**
   * Unit vector from a to b: the way b has to go.
   */
  JostleVec2 normal;
  /**
   * Length of the push; 0 when touching, infinite when no translation separates.
   */
  float depth;
  /**
   * The middle between the witness points.
   */
  JostleVec2 point;
  /**
   * The point of a that lies deepest in b.
   */
  JostleVec2 on_a;
  /**
   * The point of b that lies deepest in a.
   */
  JostleVec2 on_b;
} JostleContact;

/**
 * The signed distance between two shapes; world frame.
 */
typedef struct {
  /**
   * Above 0 apart, 0 touching, below 0 overlapping; −∞ if no translation separates.
   */
  float separation;
  /**
   * Unit vector from a to b.
   */
  JostleVec2 normal;
  /**
   * The point of a that is nearest to b, or deepest inside it.
   */
  JostleVec2 on_a;
  /**
   * The point of b.
   */
  JostleVec2 on_b;
} JostleGap;

/**
 * Returns a point of a convex, bounded set that lies furthest along `(x, y)`: writes it to
 * `out_point`, two doubles. It may be called on any thread that asks, must answer the same always,
 * and must not throw.
 */
typedef void (*JostleSupportMap)(double x, double y, double *out_point, void *user);

/**
 * A shape; free it with `jostle_shape_free`. An id of 0 is none. Objects that were made from it stay
 * when it is freed.
 */
typedef struct {
  /**
   * The handle.
   */
  uint64_t id;
} JostleShape;

/**
 * What counts as a contact of moving shapes; begin with `jostle_meet_default`.
 */
typedef struct {
  /**
   * A `JostleStop`.
   */
  int32_t stop;
  /**
   * A `JostleInside`: the rule for a start in an overlap.
   */
  int32_t inside;
  /**
   * The width by which b is grown, at least 0.
   */
  float skin;
} JostleMeet;

/**
 * How a shape moves during one frame. `jostle_motion_by` fills it in; then set what else happens.
 */
typedef struct {
  /**
   * The way.
   */
  JostleVec2 translation;
  /**
   * The turn on the way, x toward y: any number of turns, of both signs.
   */
  double radians;
  /**
   * The same in degrees, of which multiples of 90 are exact; added to the radians.
   */
  double degrees;
  /**
   * Factors that are reached at time 1, along the axes of `start`; 1 leaves as it is.
   */
  JostleVec2 scale;
  /**
   * The point of the world, at time 0, about which it turns, if `has_pivot`; else the origin of
   * `start`, and without that of the placed shape.
   */
  JostleVec2 pivot;
  /**
   * The transform of the shape at time 0, if `has_start`.
   */
  JostleAffine start;
  /**
   * The transform at time 1, if `has_end` and `has_start`; translation and scale do not count
   * then.
   */
  JostleAffine end;
  /**
   * True if `pivot` counts.
   */
  bool has_pivot;
  /**
   * True if `start` counts.
   */
  bool has_start;
  /**
   * True if `end` counts.
   */
  bool has_end;
  /**
   * The `JostleMotion` of what carries the shape, or null.
   */
  const void *parent;
} JostleMotion;

/**
 * The first contact of shapes that move; world frame.
 */
typedef struct {
  /**
   * No contact before this fraction of the motion.
   */
  float fraction;
  /**
   * A contact lies in [fraction, latest] where `certain`.
   */
  float latest;
  /**
   * False if the shapes come nearer than the tolerance, but no contact was proven.
   */
  bool certain;
  /**
   * Unit normal from a to b at the contact.
   */
  JostleVec2 normal;
  /**
   * A point of b's boundary at the contact.
   */
  JostleVec2 point;
} JostleHit;

/**
 * A rotation by its cosine and sine.
 */
typedef struct {
  /**
   * The cosine.
   */
  float cos;
  /**
   * The sine.
   */
  float sin;
} JostleRot;

/**
 * A closed range of numbers.
 */
typedef struct {
  /**
   * The lower end.
   */
  float min;
  /**
   * The upper end.
   */
  float max;
} JostleInterval;

/**
 * The parts of a transform, which compose as in PixiJS; angles in radians. Begin with
 * `jostle_transform_parts_default`.
 */
typedef struct {
  /**
   * Where the pivot comes to lie.
   */
  JostleVec2 position;
  /**
   * The angle, x toward y.
   */
  float rotation;
  /**
   * The factors along x and y; 1 leaves as it is.
   */
  JostleVec2 scale;
  /**
   * The skew angles.
   */
  JostleVec2 skew;
  /**
   * The local point that is put at the position.
   */
  JostleVec2 pivot;
} JostleTransformParts;

/**
 * Bytes or a text that a call made; free it with `jostle_bytes_free`. An id of 0 is none.
 */
typedef struct {
  /**
   * The handle.
   */
  uint64_t id;
} JostleBytes;

/**
 * A box turned in any direction.
 */
typedef struct {
  /**
   * The middle.
   */
  JostleVec2 center;
  /**
   * Half the lengths along the turned axes.
   */
  JostleVec2 half;
  /**
   * The direction of its x axis.
   */
  JostleRot rot;
} JostleOrientedBox;

/**
 * A point common to two segments or lines.
 */
typedef struct {
  /**
   * Where they cross.
   */
  JostleVec2 point;
  /**
   * The place on a as a fraction from its first point to its second.
   */
  float on_a;
  /**
   * The place on b as a fraction from its first point to its second.
   */
  float on_b;
} JostleLineCrossing;

/**
 * A point of a contact manifold.
 */
typedef struct {
  /**
   * The middle between the two surfaces, along the normal.
   */
  JostleVec2 point;
  /**
   * How far the surfaces lie in each other there.
   */
  float depth;
  /**
   * What meets here, in 52 bits: a's feature in the upper 26, b's in the lower, each twice its
   * number, plus one for an edge.
   */
  uint64_t id;
} JostleManifoldPoint;

/**
 * Where two shapes rest on each other: one or two points.
 */
typedef struct {
  /**
   * Unit vector from a to b.
   */
  JostleVec2 normal;
  /**
   * The points; where there is one, the second repeats it.
   */
  JostleManifoldPoint points[2];
  /**
   * How many points there are.
   */
  uint32_t count;
} JostleManifold;

/**
 * A point where two boundaries meet.
 */
typedef struct {
  /**
   * Where, in the world.
   */
  JostleVec2 point;
  /**
   * The edge of a.
   */
  uint32_t edge_a;
  /**
   * How far along that edge, from 0 to 1.
   */
  float fraction_a;
  /**
   * The edge of b.
   */
  uint32_t edge_b;
  /**
   * How far along that edge.
   */
  float fraction_b;
} JostleCrossing;

/**
 * Lines and rings of points that a call made; free it with `jostle_rings_free`. An id of 0 is
 * none.
 */
typedef struct {
  /**
   * The handle.
   */
  uint64_t id;
} JostleRings;

/**
 * Where a ray hits; world frame.
 */
typedef struct {
  /**
   * Fraction of the translation, in [0, 1].
   */
  float fraction;
  /**
   * The point hit.
   */
  JostleVec2 point;
  /**
   * Unit outward normal.
   */
  JostleVec2 normal;
} JostleRayHit;

/**
 * Where a point stands to a shape; world frame.
 */
typedef struct {
  /**
   * The point of the closed shape that is nearest: the point itself, when it is inside.
   */
  JostleVec2 point;
  /**
   * Above 0 outside, 0 on the boundary, below 0 inside.
   */
  float separation;
  /**
   * Unit vector from the shape toward the point; inside, the shortest way out.
   */
  JostleVec2 normal;
} JostleClosest;

/**
 * A shape that `jostle_weld` made.
 */
typedef struct {
  /**
   * The outline or the chain, in the world's frame; the caller frees it.
   */
  JostleShape shape;
  /**
   * The number of the first shape that it replaces.
   */
  size_t first;
} JostleWeldGroup;

/**
 * Two shapes by their places in a list, or in two.
 */
typedef struct {
  /**
   * The place of one.
   */
  uint32_t a;
  /**
   * The place of the other.
   */
  uint32_t b;
} JostlePair;

/**
 * Two shapes that touch, and their contact from a to b.
 */
typedef struct {
  /**
   * The places of the two shapes.
   */
  JostlePair pair;
  /**
   * Their contact.
   */
  JostleContact contact;
} JostlePairContact;

/**
 * A list of points; valid until its `JostleRings` is freed.
 */
typedef struct {
  /**
   * The points.
   */
  const JostleVec2 *points;
  /**
   * How many there are.
   */
  size_t count;
  /**
   * Their kind.
   */
  JostleRingKind kind;
} JostleRing;

/**
 * Points of one ring, as an argument.
 */
typedef struct {
  /**
   * The points.
   */
  const JostleVec2 *points;
  /**
   * How many there are.
   */
  size_t count;
} JostlePoints;

/**
 * A part of a compound.
 */
typedef struct {
  /**
   * What.
   */
  JostleShape shape;
  /**
   * Where, in the frame of the compound.
   */
  JostleAffine transform;
} JostlePart;

/**
 * A color that is empty at any alpha.
 */
typedef struct {
  /**
   * Red, green, blue and alpha.
   */
  uint8_t rgba[4];
  /**
   * True if any alpha matches.
   */
  bool any_alpha;
  /**
   * How much each channel may differ.
   */
  uint8_t tolerance;
} JostleIgnored;

/**
 * How to make a hitbox of pixels; begin with `jostle_trace_default`.
 */
typedef struct {
  /**
   * The least alpha of a solid pixel; 1 takes all that is not fully transparent.
   */
  uint8_t alpha;
  /**
   * True if pixels that share only a corner belong together.
   */
  bool corners_join;
  /**
   * Colors that are empty.
   */
  const JostleIgnored *ignored;
  /**
   * How many there are.
   */
  size_t ignored_count;
  /**
   * A `JostleDetail`; the bounds below, where they are set, hold too.
   */
  int32_t detail;
  /**
   * A `JostleSide`.
   */
  int32_t side;
  /**
   * A `JostleFill`.
   */
  int32_t fill;
  /**
   * The largest distance in pixels that the outlines may be apart; below 0 is not set.
   */
  double max_error;
  /**
   * The least share of the common area in the area of both; below 0 is not set.
   */
  double min_iou;
  /**
   * The most vertices; 0 is not set.
   */
  size_t max_vertices;
  /**
   * Parts of fewer pixels are dropped.
   */
  uint64_t min_area;
  /**
   * True if to stop at the first good outline, for pictures traced while a game runs.
   */
  bool quick;
} JostleTracing;

/**
 * Measured numbers of a traced outline.
 */
typedef struct {
  /**
   * Rings of the outline, holes included.
   */
  size_t rings;
  /**
   * Points of all rings.
   */
  size_t vertices;
  /**
   * Area in common with the pixels over the area of both.
   */
  double iou;
  /**
   * The area that differs, as a share of the pixels' area.
   */
  double area_error;
  /**
   * The farthest that the outline reaches from the pixels, in pixels.
   */
  double deviation_outward;
  /**
   * The farthest that the pixels reach from the outline, in pixels.
   */
  double deviation_inward;
} JostleReport;

/**
 * Names a collider of one world: a key is never used again. 0 is none. Keys of a world
 * sort in the order in which its colliders were added.
 */
typedef uint64_t JostleKey;

/**
 * Describes a collider that is to be added; begin with `jostle_collider_default`.
 */
typedef struct {
  /**
   * Its shape, which is kept; an id of 0 makes a group.
   */
  JostleShape shape;
  /**
   * From its own frame to that of its parent or the world.
   */
  JostleAffine transform;
  /**
   * Its parent; 0 is none.
   */
  JostleKey parent;
  /**
   * The layers that it is on, as bits.
   */
  uint64_t layer;
  /**
   * The layers that it sees, as bits; with all or none the other decides.
   */
  uint64_t sees;
  /**
   * The caller's own; events carry it.
   */
  uint64_t data;
  /**
   * Colliders of one team never meet; 0 is none.
   */
  uint32_t team;
  /**
   * True if it takes no push.
   */
  bool sensor;
  /**
   * True if it meets nothing and no query finds it.
   */
  bool disabled;
  /**
   * A `JostlePairDetail`: what steps compute of its pairs.
   */
  int32_t detail;
} JostleCollider;

/**
 * Narrows a query; a null pointer stands for all that is enabled.
 */
typedef struct {
  /**
   * Only what these layers see.
   */
  uint64_t layers;
  /**
   * Keys that are left out.
   */
  const JostleKey *except;
  /**
   * How many there are.
   */
  size_t except_count;
  /**
   * Only those that this accepts, if it is set; it must not throw.
   */
  bool (*only)(JostleKey key, uint64_t data, void *user);
  /**
   * Given to `only`.
   */
  void *user;
} JostleFilter;

/**
 * A world; free it with `jostle_world_free`. An id of 0 is none.
 */
typedef struct {
  /**
   * The handle.
   */
  uint64_t id;
} JostleWorld;

/**
 * True if two colliders may be a pair, by their keys and data. It must be symmetric and always
 * give the same answer, may be called on any thread that steps, and must not throw.
 */
typedef bool (*JostlePairFilter)(JostleKey a,
                                 uint64_t data_a,
                                 JostleKey b,
                                 uint64_t data_b,
                                 void *user);

/**
 * A collider near a point.
 */
typedef struct {
  /**
   * Whose it is.
   */
  JostleKey key;
  /**
   * From the point to the collider; 0 inside.
   */
  float distance;
  /**
   * The nearest point of the collider.
   */
  JostleVec2 point;
  /**
   * Unit vector from the collider to the point; inside, the shortest way out.
   */
  JostleVec2 normal;
} JostleNearest;

/**
 * A ray from `origin` over `translation`, thin or thick.
 */
typedef struct {
  /**
   * Where it starts.
   */
  JostleVec2 origin;
  /**
   * From its start to its end.
   */
  JostleVec2 translation;
  /**
   * A `JostleInside`: the rule for a start inside a shape.
   */
  int32_t inside;
  /**
   * Half its thickness; 0 for a line.
   */
  float radius;
} JostleRay;

/**
 * The hit of a ray.
 */
typedef struct {
  /**
   * The collider; 0 if a ray of a batch met nothing.
   */
  JostleKey key;
  /**
   * Fraction of the translation, in [0, 1].
   */
  float fraction;
  /**
   * Where the ray is then: of a thick one its middle.
   */
  JostleVec2 point;
  /**
   * Unit outward normal there.
   */
  JostleVec2 normal;
  /**
   * The number of the part of a compound, or of the cell of a grid; 0 for other shapes.
   */
  uint32_t part;
  /**
   * The number of the edge of that part that is nearest.
   */
  uint32_t edge;
} JostleWorldRayHit;

/**
 * Which parts of a world are drawn; begin with `jostle_debug_draw_options_default`.
 */
typedef struct {
  /**
   * Outlines of all colliders.
   */
  bool outlines;
  /**
   * Boxes of the colliders that are found by queries.
   */
  bool boxes;
  /**
   * Contact points of the last step.
   */
  bool contacts;
  /**
   * Normals of the contacts.
   */
  bool normals;
  /**
   * The broad phase's inner structure.
   */
  bool nodes;
  /**
   * The count of each collider.
   */
  bool keys;
  /**
   * The largest distance of a curve from its lines; 0 for half a pixel of a window that is 2,000
   * pixels long.
   */
  float tolerance;
} JostleDebugDrawOptions;

/**
 * A straight line to draw.
 */
typedef struct {
  /**
   * One end.
   */
  JostleVec2 from;
  /**
   * The other.
   */
  JostleVec2 to;
  /**
   * Its meaning.
   */
  JostleDebugColor paint;
  /**
   * Red, green, blue and alpha for that.
   */
  uint8_t rgba[4];
} JostleDebugLine;

/**
 * A text to draw.
 */
typedef struct {
  /**
   * Where.
   */
  JostleVec2 at;
  /**
   * The text, ending with a zero byte; cut to fit.
   */
  uint8_t text[24];
  /**
   * Its meaning.
   */
  JostleDebugColor paint;
  /**
   * Red, green, blue and alpha for that.
   */
  uint8_t rgba[4];
} JostleDebugText;

/**
 * What the steps of a world compute and report; begin with `jostle_step_options_default`.
 */
typedef struct {
  /**
   * A `JostlePairDetail` for pairs of two solids; at first the push.
   */
  int32_t solids;
  /**
   * A `JostlePairDetail` for pairs with a sensor; at first the touch.
   */
  int32_t sensors;
  /**
   * True if stays are reported. Enters and exits are always reported.
   */
  bool stays;
} JostleStepOptions;

/**
 * Two parts of compounds or cells of grids that touch.
 */
typedef struct {
  /**
   * The part of a, or the cell row · columns + column.
   */
  uint32_t a;
  /**
   * The part of b.
   */
  uint32_t b;
} JostlePartPair;

/**
 * Two colliders that touch.
 */
typedef struct {
  /**
   * The collider that was added first.
   */
  JostleKey a;
  /**
   * The other.
   */
  JostleKey b;
  /**
   * Which of them sees the other.
   */
  JostleSeenBy seen_by;
  /**
   * True if one of them is a sensor.
   */
  bool sensor;
  /**
   * True if the step computed a contact: for sensors and by another method than the exact one it
   * computes none, unless a detail requires it.
   */
  bool has_contact;
  /**
   * The contact from a to b at the step.
   */
  JostleContact contact;
  /**
   * Parts that touch, of events; valid as long as the events are.
   */
  const JostlePartPair *parts;
  /**
   * How many there are.
   */
  size_t part_count;
} JostleTouchPair;

/**
 * Counts of a world and of its last step.
 */
typedef struct {
  /**
   * Colliders and groups in the world.
   */
  size_t colliders;
  /**
   * Pairs that touched at the last step.
   */
  size_t pairs;
  /**
   * Steps so far.
   */
  uint64_t steps;
  /**
   * Colliders that had changed at the last step.
   */
  size_t moved;
  /**
   * Pairs whose boxes meet that the last step looked at.
   */
  size_t candidates;
  /**
   * Pairs of which the last step asked the exact shapes.
   */
  size_t tested;
  /**
   * Enters of the last step.
   */
  size_t entered;
  /**
   * Exits of the last step.
   */
  size_t exited;
} JostleWorldStats;

/**
 * What a cast met; world frame.
 */
typedef struct {
  /**
   * The collider.
   */
  JostleKey key;
  /**
   * No contact with it before this fraction of the motion.
   */
  float fraction;
  /**
   * A contact lies in [fraction, latest] where `certain`.
   */
  float latest;
  /**
   * False if it comes nearer than the tolerance, but no contact was proven.
   */
  bool certain;
  /**
   * A point of the collider's boundary at the contact.
   */
  JostleVec2 point;
  /**
   * Unit normal there, outward of the collider.
   */
  JostleVec2 normal;
  /**
   * The number of the part of a compound, or of the cell of a grid; 0 for other shapes.
   */
  uint32_t part;
  /**
   * The number of the edge of that part that is nearest.
   */
  uint32_t edge;
} JostleCastFound;

/**
 * What a character stands on: given to the next slide, it is taken along.
 */
typedef struct {
  /**
   * The collider; 0 is none.
   */
  JostleKey key;
  /**
   * The point in its frame.
   */
  JostleVec2 point;
} JostleFooting;

/**
 * What a slide is asked to do; `jostle_slide_by` fills it in.
 */
typedef struct {
  /**
   * The translation asked for.
   */
  JostleVec2 by;
  /**
   * Away from the ground; (0, 0): seen from above, everything is a wall.
   */
  JostleVec2 up;
  /**
   * The steepest floor, in radians from the level.
   */
  float max_slope;
  /**
   * The highest ledge that is stepped over.
   */
  float step;
  /**
   * How far below a floor may lie that is followed downhill.
   */
  float snap;
  /**
   * The distance kept from others, for looks; 0 is exact.
   */
  float skin;
  /**
   * A `JostlePace`.
   */
  int32_t pace;
  /**
   * The most straight parts of the way.
   */
  uint32_t legs;
  /**
   * What it stood on after the last slide.
   */
  JostleFooting footing;
} JostleSlide;

/**
 * Answers what a slide does about a collider, a `JostleResponse`; it must not throw.
 */
typedef int32_t (*JostleRespond)(JostleKey key, uint64_t data, void *user);

/**
 * Something that a slide met.
 */
typedef struct {
  /**
   * The collider.
   */
  JostleKey key;
  /**
   * A `JostleResponse`.
   */
  int32_t response;
  /**
   * The part of the slide before it, in [0, 1].
   */
  float fraction;
  /**
   * A point of the collider.
   */
  JostleVec2 point;
  /**
   * Unit normal, outward of the collider.
   */
  JostleVec2 normal;
} JostleSlideTouch;

/**
 * What a slide did; world frame. A normal of (0, 0) is none.
 */
typedef struct {
  /**
   * The whole way.
   */
  JostleVec2 moved;
  /**
   * The part that pushed it out of an overlap at the start.
   */
  JostleVec2 pushed;
  /**
   * The part that a platform carried it.
   */
  JostleVec2 carried;
  /**
   * What is left of what was asked for.
   */
  JostleVec2 left;
  /**
   * How high it stepped.
   */
  float stepped;
  /**
   * How far it was put down to a floor.
   */
  float snapped;
  /**
   * The normal of the floor that it stands on.
   */
  JostleVec2 floor;
  /**
   * The normal of a wall that it touches.
   */
  JostleVec2 wall;
  /**
   * The normal of a ceiling that it touches.
   */
  JostleVec2 ceiling;
  /**
   * What it stands on, for the next slide.
   */
  JostleFooting footing;
  /**
   * A `JostleSlideEnd`.
   */
  int32_t end;
  /**
   * What it met, in order; until the next slide on this thread.
   */
  const JostleSlideTouch *touches;
  /**
   * How many there are.
   */
  size_t touch_count;
} JostleSlid;

/**
 * A contact of a shape with a collider.
 */
typedef struct {
  /**
   * The collider.
   */
  JostleKey key;
  /**
   * The contact from the shape to the collider.
   */
  JostleContact contact;
} JostleColliderContact;

/**
 * The two colliders that are nearest to each other.
 */
typedef struct {
  /**
   * The one with the lesser key.
   */
  JostleKey a;
  /**
   * The other.
   */
  JostleKey b;
  /**
   * The gap from a to b.
   */
  JostleGap gap;
} JostleNearestPair;

/**
 * A world that is driven by a journal; free it with `jostle_replay_free`. An id of 0 is none.
 */
typedef struct {
  /**
   * The handle.
   */
  uint64_t id;
} JostleReplay;

/**
 * A change of one pair in a step: exactly one exit for every enter.
 */
typedef struct {
  /**
   * The kind.
   */
  JostleEventKind kind;
  /**
   * The reason of an exit.
   */
  JostleExitReason reason;
  /**
   * The two, and their contact if they touch.
   */
  JostleTouchPair touch;
  /**
   * The data of a, even if it is removed.
   */
  uint64_t data_a;
  /**
   * The data of b.
   */
  uint64_t data_b;
} JostleEvent;

/**
 * The events of a step, kept past the next one and past their world; free them with
 * `jostle_events_free`. An id of 0 is none.
 */
typedef struct {
  /**
   * The handle.
   */
  uint64_t id;
} JostleEvents;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Puts a rectangle into the world.
 *
 * # Safety
 * `of` is null or points at a box; `out_placed` is null or may be written.
 */
JostleStatus jostle_box_place(const JostleLocalBox *of, JostlePlaced *out_placed);

/**
 * Returns `true` if two rectangles share a point; touching counts.
 *
 * # Safety
 * `a` and `b` are null or point at boxes; `out_hit` is null or may be written.
 */
JostleStatus jostle_box_overlaps(const JostleLocalBox *a, const JostleLocalBox *b, bool *out_hit);

/**
 * Returns `true` if the interiors of two rectangles share a point.
 *
 * # Safety
 * As `jostle_box_overlaps`.
 */
JostleStatus jostle_box_overlaps_interior(const JostleLocalBox *a,
                                          const JostleLocalBox *b,
                                          bool *out_hit);

/**
 * Tests two rectangles stage by stage, no further than `level`, a `JostleLevel`.
 *
 * # Safety
 * As `jostle_box_overlaps`.
 */
JostleStatus jostle_box_test_until(const JostleLocalBox *a,
                                   const JostleLocalBox *b,
                                   int32_t level,
                                   JostleStagedTest *out_test);

/**
 * Reports how two rectangles lie to each other.
 *
 * # Safety
 * As `jostle_box_overlaps`.
 */
JostleStatus jostle_box_relation(const JostleLocalBox *a,
                                 const JostleLocalBox *b,
                                 JostleRelation *out_relation);

/**
 * Finds the contact of two rectangles; `NONE` when they are apart.
 *
 * # Safety
 * As `jostle_box_overlaps`.
 */
JostleStatus jostle_box_contact(const JostleLocalBox *a,
                                const JostleLocalBox *b,
                                JostleContact *out_contact);

/**
 * Measures the signed separation of two rectangles.
 *
 * # Safety
 * As `jostle_box_overlaps`.
 */
JostleStatus jostle_box_gap(const JostleLocalBox *a, const JostleLocalBox *b, JostleGap *out_gap);

/**
 * Makes a convex shape of the caller's own from its support function.
 *
 * # Safety
 * `support` may be called with `user` as long as the shape, or anything made of it, lives.
 */
JostleStatus jostle_shape_custom(JostleSupportMap support, void *user, JostleShape *out_shape);

/**
 * Returns the rules by which any shared point is a contact.
 */
JostleMeet jostle_meet_default(void);

/**
 * Returns a translation by (x, y), without a turn.
 */
JostleMotion jostle_motion_by(float x, float y);

/**
 * Computes the transform at a time in [0, 1] of what `start` places at time 0.
 *
 * # Safety
 * `motion` is null (none) or may be read with its parents; `out_transform` is null or may be
 * written.
 */
JostleStatus jostle_motion_at(const JostleMotion *motion,
                              JostleAffine start,
                              float t,
                              JostleAffine *out_transform);

/**
 * Finds when a, moved straight by `translation`, first meets b; `NONE` if it does not. `meet` may be
 * null: any shared point.
 *
 * # Safety
 * `meet` is null or may be read; `out_hit` is null or may be written.
 */
JostleStatus jostle_cast(JostlePlaced a,
                         JostlePlaced b,
                         JostleVec2 translation,
                         const JostleMeet *meet,
                         JostleHit *out_hit);

/**
 * Finds when a first meets b while both move; `NONE` if they do not. A null motion is none.
 *
 * # Safety
 * The motions are null or may be read with their parents, `meet` is null or may be read, and
 * `out_hit` is null or may be written.
 */
JostleStatus jostle_sweep(JostlePlaced a,
                          JostlePlaced b,
                          const JostleMotion *by_a,
                          const JostleMotion *by_b,
                          const JostleMeet *meet,
                          JostleHit *out_hit);

/**
 * Returns a·b.
 */
float jostle_vec2_dot(JostleVec2 a, JostleVec2 b);

/**
 * Returns the cross product: above 0 where b turns from a toward y.
 */
float jostle_vec2_cross(JostleVec2 a, JostleVec2 b);

/**
 * Returns the length.
 */
float jostle_vec2_length(JostleVec2 v);

/**
 * Projects a vector onto an axis of any length; zero where the axis is.
 */
JostleVec2 jostle_vec2_project_onto(JostleVec2 v, JostleVec2 axis);

/**
 * Returns the rotation by an angle in radians, x toward y.
 */
JostleRot jostle_rot_from_radians(float angle);

/**
 * Returns the rotation by an angle in degrees; multiples of 90 are exact.
 */
JostleRot jostle_rot_from_degrees(float angle);

/**
 * Turns degrees into radians, as files do.
 */
float jostle_degrees_to_radians(float degrees);

/**
 * Exchanges the ends of a range that has them the wrong way round.
 */
JostleInterval jostle_interval_sorted(JostleInterval range);

/**
 * Returns `true` if two ranges share a number; touching counts.
 */
bool jostle_interval_overlaps(JostleInterval a, JostleInterval b);

/**
 * Returns the range from the least to the greatest end of two.
 */
JostleInterval jostle_interval_union(JostleInterval a, JostleInterval b);

/**
 * Extends a range until it holds a number.
 */
JostleInterval jostle_interval_extend(JostleInterval range, float number);

/**
 * Returns the number of a range that is nearest to a number.
 */
float jostle_interval_clamp(JostleInterval range, float number);

/**
 * Writes the intersection of two ranges; `NONE` if they have none.
 *
 * # Safety
 * `out_common` is null or may be written.
 */
JostleStatus jostle_interval_intersection(JostleInterval a,
                                          JostleInterval b,
                                          JostleInterval *out_common);

/**
 * Returns the length of a range.
 */
float jostle_interval_length(JostleInterval range);

/**
 * Makes the box between two corners, in any order.
 */
JostleAabb jostle_aabb_new(JostleVec2 a, JostleVec2 b);

/**
 * Returns `true` if two boxes share a point; touching counts.
 */
bool jostle_aabb_overlaps(JostleAabb a, JostleAabb b);

/**
 * Returns `true` if the interiors of two boxes share a point, as SFML and PixiJS have it.
 */
bool jostle_aabb_overlaps_interior(JostleAabb a, JostleAabb b);

/**
 * Writes the intersection of two boxes; `NONE` if they have none.
 *
 * # Safety
 * `out_common` is null or may be written.
 */
JostleStatus jostle_aabb_intersection(JostleAabb a, JostleAabb b, JostleAabb *out_common);

/**
 * Returns the box around two boxes.
 */
JostleAabb jostle_aabb_union(JostleAabb a, JostleAabb b);

/**
 * Returns `true` if a box holds a point, boundary included.
 */
bool jostle_aabb_contains(JostleAabb bounds, JostleVec2 point);

/**
 * Returns the middle of a box.
 */
JostleVec2 jostle_aabb_center(JostleAabb bounds);

/**
 * Returns half the sides of a box.
 */
JostleVec2 jostle_aabb_half_extents(JostleAabb bounds);

/**
 * Returns the map that moves by (x, y); `jostle_affine_at(0, 0)` changes nothing.
 */
JostleAffine jostle_affine_at(float x, float y);

/**
 * Returns the parts of a transform that changes nothing.
 */
JostleTransformParts jostle_transform_parts_default(void);

/**
 * Makes a map from the parts of a transform, as PixiJS composes them.
 */
JostleAffine jostle_affine_from_parts(JostleTransformParts parts);

/**
 * Turns by radians before the map, x toward y.
 */
JostleAffine jostle_affine_rotated(JostleAffine map, float radians);

/**
 * Turns by a rotation before the map.
 */
JostleAffine jostle_affine_rotated_by(JostleAffine map, JostleRot rot);

/**
 * Scales before the map.
 */
JostleAffine jostle_affine_scaled(JostleAffine map, float sx, float sy);

/**
 * Skews by radians before the map, as PixiJS does.
 */
JostleAffine jostle_affine_skewed(JostleAffine map, float kx, float ky);

/**
 * Puts the local point (x, y) where the map had put the origin.
 */
JostleAffine jostle_affine_pivoted(JostleAffine map, float x, float y);

/**
 * Puts a map below a parent: first the map, then the parent.
 */
JostleAffine jostle_affine_under(JostleAffine map, JostleAffine parent);

/**
 * Moves after the map.
 */
JostleAffine jostle_affine_moved(JostleAffine map, JostleVec2 offset);

/**
 * Maps a point.
 */
JostleVec2 jostle_affine_transform_point(JostleAffine map, JostleVec2 point);

/**
 * Maps a vector: without the translation.
 */
JostleVec2 jostle_affine_transform_vector(JostleAffine map, JostleVec2 vector);

/**
 * Writes the inverse map; `NONE` if there is none that finite floats hold.
 *
 * # Safety
 * `out_inverse` is null or may be written.
 */
JostleStatus jostle_affine_inverse(JostleAffine map, JostleAffine *out_inverse);

/**
 * Returns `true` if all six numbers are finite.
 */
bool jostle_affine_is_finite(JostleAffine map);

/**
 * Reads the JSON form of a transform.
 *
 * # Safety
 * `json` is null or points at `length` bytes; `out_map` is null or may be written.
 */
JostleStatus jostle_affine_from_json(const char *json, size_t length, JostleAffine *out_map);

/**
 * Writes the JSON form of a transform.
 *
 * # Safety
 * `out_json` is null or may be written.
 */
JostleStatus jostle_affine_to_json(JostleAffine map, JostleBytes *out_json);

/**
 * Writes the four corners of a turned box, in positive order.
 *
 * # Safety
 * `out_corners` is null or may be written four times.
 */
JostleStatus jostle_oriented_box_corners(JostleOrientedBox turned, JostleVec2 *out_corners);

/**
 * Projects an edge on an axis: the range of p·axis over its points.
 */
JostleInterval jostle_project_edge(JostleVec2 from, JostleVec2 to, JostleVec2 axis);

/**
 * Writes a point that two closed segments share; `NONE` if there is none.
 *
 * # Safety
 * `a` and `b` are null or point at two points each; `out_crossing` is null or may be written.
 */
JostleStatus jostle_intersect_segments(const JostleVec2 *a,
                                       const JostleVec2 *b,
                                       JostleLineCrossing *out_crossing);

/**
 * Writes where the infinite lines through two pairs of points cross; `NONE` if they are
 * parallel.
 *
 * # Safety
 * As `jostle_intersect_segments`.
 */
JostleStatus jostle_intersect_lines(const JostleVec2 *a,
                                    const JostleVec2 *b,
                                    JostleLineCrossing *out_crossing);

/**
 * Returns `true` if two shapes share a point; touching counts.
 *
 * # Safety
 * `out_hit` is null or may be written; this holds for all answers below.
 */
JostleStatus jostle_overlaps(JostlePlaced a, JostlePlaced b, bool *out_hit);

/**
 * Returns `true` if the interiors of two shapes share a point: the strict reading.
 *
 * # Safety
 * As `jostle_overlaps`.
 */
JostleStatus jostle_overlaps_interior(JostlePlaced a, JostlePlaced b, bool *out_hit);

/**
 * Returns `true` if two shapes are separated, touching or overlapping, exactly.
 *
 * # Safety
 * As `jostle_overlaps`.
 */
JostleStatus jostle_verdict(JostlePlaced a, JostlePlaced b, JostleVerdict *out_verdict);

/**
 * Tests two shapes stage by stage, no further than `level`, a `JostleLevel`; touching counts.
 *
 * # Safety
 * As `jostle_overlaps`.
 */
JostleStatus jostle_test_until(JostlePlaced a,
                               JostlePlaced b,
                               int32_t level,
                               JostleStagedTest *out_test);

/**
 * Returns `true` if two shapes collide by a method, a `JostleBuiltinMethod`.
 *
 * # Safety
 * As `jostle_overlaps`.
 */
JostleStatus jostle_hit(JostlePlaced a, JostlePlaced b, int32_t method, bool *out_hit);

/**
 * Reports how two shapes lie to each other.
 *
 * # Safety
 * As `jostle_overlaps`.
 */
JostleStatus jostle_relation(JostlePlaced a, JostlePlaced b, JostleRelation *out_relation);

/**
 * Counts the pairs of edges whose boxes overlap, up to a limit, before a question is asked that takes
 * time in proportion to them; two convex parts are one pair.
 *
 * # Safety
 * As `jostle_overlaps`.
 */
JostleStatus jostle_candidate_count(JostlePlaced a,
                                    JostlePlaced b,
                                    size_t limit,
                                    size_t *out_count);

/**
 * Returns `true` if b lies in a, boundary contact allowed.
 *
 * # Safety
 * As `jostle_overlaps`.
 */
JostleStatus jostle_contains(JostlePlaced a, JostlePlaced b, bool *out_hit);

/**
 * Returns `true` if a shape holds a point, boundary included.
 *
 * # Safety
 * As `jostle_overlaps`.
 */
JostleStatus jostle_contains_point(JostlePlaced placed, JostleVec2 point, bool *out_hit);

/**
 * Measures the signed separation of two shapes, with normal and witness points.
 *
 * # Safety
 * As `jostle_overlaps`.
 */
JostleStatus jostle_gap(JostlePlaced a, JostlePlaced b, JostleGap *out_gap);

/**
 * Finds the contact of two shapes; `NONE` when they are apart.
 *
 * # Safety
 * As `jostle_overlaps`.
 */
JostleStatus jostle_contact(JostlePlaced a, JostlePlaced b, JostleContact *out_contact);

/**
 * Finds the contacts of two shapes, one for each face that they touch, the deepest first; none
 * when they are apart.
 *
 * # Safety
 * `out_contacts` is null or may be written `capacity` times; `out_count` is null or may be
 * written.
 */
JostleStatus jostle_contacts(JostlePlaced a,
                             JostlePlaced b,
                             JostleContact *out_contacts,
                             size_t capacity,
                             size_t *out_count);

/**
 * Returns the translation that moves a out of b; zero if nothing separates.
 */
JostleVec2 jostle_contact_push_a(JostleContact contact);

/**
 * Returns the translation that moves b out of a; zero if nothing separates.
 */
JostleVec2 jostle_contact_push_b(JostleContact contact);

/**
 * Finds the contact manifold of two shapes; `NONE` when they are apart.
 *
 * # Safety
 * As `jostle_overlaps`.
 */
JostleStatus jostle_manifold(JostlePlaced a, JostlePlaced b, JostleManifold *out_manifold);

/**
 * Finds the points where two boundaries cross or touch, in order along a.
 *
 * # Safety
 * `out_crossings` is null or may be written `capacity` times; `out_count` is null or may be
 * written.
 */
JostleStatus jostle_crossings(JostlePlaced a,
                              JostlePlaced b,
                              JostleCrossing *out_crossings,
                              size_t capacity,
                              size_t *out_count);

/**
 * Cuts out the area that two shapes have in common, and measures it; `NONE` if it is unbounded.
 * A tolerance of 0 flattens curves within 2e-6 of the size. `out_rings` may be null.
 *
 * # Safety
 * `out_area` and `out_rings` are null or may be written.
 */
JostleStatus jostle_region(JostlePlaced a,
                           JostlePlaced b,
                           float tolerance,
                           float *out_area,
                           JostleRings *out_rings);

/**
 * Finds where the ray from `origin` over `translation` first hits a shape; `NONE` if it does
 * not. `inside` is a `JostleInside`.
 *
 * # Safety
 * As `jostle_overlaps`.
 */
JostleStatus jostle_ray(JostlePlaced placed,
                        JostleVec2 origin,
                        JostleVec2 translation,
                        int32_t inside,
                        JostleRayHit *out_hit);

/**
 * Finds the point of a shape that is nearest to a point, with the signed distance.
 *
 * # Safety
 * As `jostle_overlaps`.
 */
JostleStatus jostle_closest(JostlePlaced placed, JostleVec2 point, JostleClosest *out_closest);

/**
 * Proves the verdict about two shapes: writes a separating axis, a common point, or what stands
 * for them, as JSON in the form of the library's `Why`.
 *
 * # Safety
 * `out_json` is null or may be written.
 */
JostleStatus jostle_why(JostlePlaced a, JostlePlaced b, JostleBytes *out_json);

/**
 * Writes the box around a shape, rounded outward; infinite for a half-plane.
 *
 * # Safety
 * As `jostle_overlaps`.
 */
JostleStatus jostle_bounds(JostlePlaced placed, JostleAabb *out_bounds);

/**
 * Writes the box around several shapes; `NONE` for none.
 *
 * # Safety
 * `shapes` is null or points at `count` handles; `out_bounds` is null or may be written.
 */
JostleStatus jostle_bounds_of(const JostlePlaced *shapes, size_t count, JostleAabb *out_bounds);

/**
 * Writes the smallest box in any direction that holds a shape; `NONE` for an unbounded one.
 *
 * # Safety
 * As `jostle_overlaps`.
 */
JostleStatus jostle_oriented_bounds(JostlePlaced placed, JostleOrientedBox *out_box);

/**
 * Writes the four corners of a placed rectangle in the order of its own frame; `NONE` for others.
 *
 * # Safety
 * `out_corners` is null or may be written four times.
 */
JostleStatus jostle_corners(JostlePlaced placed, JostleVec2 *out_corners);

/**
 * Writes the two ends of an edge of a placed rectangle: 0 to 3 for the sides toward −y, +x, +y and
 * −x of its own frame; `NONE` beyond, and for others.
 *
 * # Safety
 * `out_ends` is null or may be written twice.
 */
JostleStatus jostle_edge(JostlePlaced placed,
                         size_t number,
                         JostleVec2 *out_ends);

/**
 * Projects a shape on an axis: the range of p·axis over its points.
 *
 * # Safety
 * As `jostle_overlaps`.
 */
JostleStatus jostle_project(JostlePlaced placed, JostleVec2 axis, JostleInterval *out_range);

/**
 * Measures the area; `NONE` for an unbounded shape.
 *
 * # Safety
 * As `jostle_overlaps`.
 */
JostleStatus jostle_area(JostlePlaced placed, float *out_area);

/**
 * Measures the length of the boundary; `NONE` for an unbounded shape.
 *
 * # Safety
 * As `jostle_overlaps`.
 */
JostleStatus jostle_perimeter(JostlePlaced placed, float *out_length);

/**
 * Finds the centroid; `NONE` for an unbounded shape.
 *
 * # Safety
 * As `jostle_overlaps`.
 */
JostleStatus jostle_centroid(JostlePlaced placed, JostleVec2 *out_point);

/**
 * Lists the lines of the boundary, curves flattened within `tolerance` (0 stands for 1e-4 of the
 * size); half-planes are drawn across `window`.
 *
 * # Safety
 * `out_rings` is null or may be written.
 */
JostleStatus jostle_outline(JostlePlaced placed,
                            float tolerance,
                            JostleAabb window,
                            JostleRings *out_rings);

/**
 * Makes a copy of a placed shape, moved by a vector.
 *
 * # Safety
 * `out_placed` is null or may be written.
 */
JostleStatus jostle_placed_moved(JostlePlaced placed, JostleVec2 offset, JostlePlaced *out_placed);

/**
 * Makes a copy of a placed shape.
 *
 * # Safety
 * `out_placed` is null or may be written.
 */
JostleStatus jostle_placed_clone(JostlePlaced placed, JostlePlaced *out_placed);

/**
 * Frees a placed shape.
 */
JostleStatus jostle_placed_free(JostlePlaced placed);

/**
 * Welds neighboring tiles into one outline each, and chains that meet end to end into one each.
 * Writes the new shapes, and for each of the `count` shapes the number of the weld that replaces
 * it, or `JOSTLE_UNWELDED`. There are never more welds than shapes.
 *
 * # Safety
 * `shapes` is null or points at `count` handles; `out_welds` and `out_of` are null or may be
 * written `count` times, `out_count` once.
 */
JostleStatus jostle_weld(const JostlePlaced *shapes,
                         size_t count,
                         JostleWeldGroup *out_welds,
                         size_t *out_of,
                         size_t *out_count);

/**
 * Finds the pairs of shapes in a list that overlap, each once, as (smaller place, larger place),
 * sorted; touching counts.
 *
 * # Safety
 * `shapes` is null or points at `count` handles; `out_pairs` is null or may be written `capacity`
 * times, `out_count` once.
 */
JostleStatus jostle_pairs(const JostlePlaced *shapes,
                          size_t count,
                          JostlePair *out_pairs,
                          size_t capacity,
                          size_t *out_count);

/**
 * Finds the pairs of a shape of `a` and a shape of `b` that overlap, sorted; touching counts.
 *
 * # Safety
 * `a` and `b` are null or point at `a_count` and `b_count` handles; `out_pairs` is null or may be
 * written `capacity` times, `out_count` once.
 */
JostleStatus jostle_pairs_between(const JostlePlaced *a,
                                  size_t a_count,
                                  const JostlePlaced *b,
                                  size_t b_count,
                                  JostlePair *out_pairs,
                                  size_t capacity,
                                  size_t *out_count);

/**
 * Finds the pairs of shapes in a list that touch, with their contacts, sorted.
 *
 * # Safety
 * `shapes` is null or points at `count` handles; `out_contacts` is null or may be written
 * `capacity` times, `out_count` once.
 */
JostleStatus jostle_pair_contacts(const JostlePlaced *shapes,
                                  size_t count,
                                  JostlePairContact *out_contacts,
                                  size_t capacity,
                                  size_t *out_count);

/**
 * Finds the pairs of a shape of `a` and a shape of `b` that touch, with their contacts, sorted.
 *
 * # Safety
 * `a` and `b` are null or point at `a_count` and `b_count` handles; `out_contacts` is null or may
 * be written `capacity` times, `out_count` once.
 */
JostleStatus jostle_pair_contacts_between(const JostlePlaced *a,
                                          size_t a_count,
                                          const JostlePlaced *b,
                                          size_t b_count,
                                          JostlePairContact *out_contacts,
                                          size_t capacity,
                                          size_t *out_count);

/**
 * Writes how many rings there are.
 *
 * # Safety
 * `out_count` is null or may be written.
 */
JostleStatus jostle_rings_count(JostleRings rings, size_t *out_count);

/**
 * Writes a ring by its number; `NONE` past the last.
 *
 * # Safety
 * `out_ring` is null or may be written.
 */
JostleStatus jostle_rings_get(JostleRings rings, size_t number, JostleRing *out_ring);

/**
 * Frees rings.
 */
JostleStatus jostle_rings_free(JostleRings rings);

/**
 * Makes a point.
 *
 * # Safety
 * `out_shape` is null or may be written; this holds of all constructors.
 */
JostleStatus jostle_shape_point(JostleVec2 at, JostleShape *out_shape);

/**
 * Makes a closed segment.
 *
 * # Safety
 * As `jostle_shape_point`.
 */
JostleStatus jostle_shape_segment(JostleVec2 a, JostleVec2 b, JostleShape *out_shape);

/**
 * Makes a disc around the origin.
 *
 * # Safety
 * As `jostle_shape_point`.
 */
JostleStatus jostle_shape_circle(float radius, JostleShape *out_shape);

/**
 * Makes a disc.
 *
 * # Safety
 * As `jostle_shape_point`.
 */
JostleStatus jostle_shape_circle_at(JostleVec2 center, float radius, JostleShape *out_shape);

/**
 * Makes a segment thickened by a radius.
 *
 * # Safety
 * As `jostle_shape_point`.
 */
JostleStatus jostle_shape_capsule(JostleVec2 a, JostleVec2 b, float radius, JostleShape *out_shape);

/**
 * Makes an upright rectangle around the origin from its half extents.
 *
 * # Safety
 * As `jostle_shape_point`.
 */
JostleStatus jostle_shape_rect_half(JostleVec2 half, JostleShape *out_shape);

/**
 * Makes an upright rectangle around the origin from its width and height.
 *
 * # Safety
 * As `jostle_shape_point`.
 */
JostleStatus jostle_shape_rect_size(JostleVec2 size, JostleShape *out_shape);

/**
 * Makes a rectangle from its center, its half extents and its rotation.
 *
 * # Safety
 * As `jostle_shape_point`.
 */
JostleStatus jostle_shape_rect_half_at(JostleVec2 center,
                                       JostleVec2 half,
                                       JostleRot rot,
                                       JostleShape *out_shape);

/**
 * Makes an ellipse around the origin from its half axes.
 *
 * # Safety
 * As `jostle_shape_point`.
 */
JostleStatus jostle_shape_ellipse(JostleVec2 radii, JostleShape *out_shape);

/**
 * Makes an ellipse from its middle, its half axes and its rotation.
 *
 * # Safety
 * As `jostle_shape_point`.
 */
JostleStatus jostle_shape_ellipse_at(JostleVec2 center,
                                     JostleVec2 radii,
                                     JostleRot rot,
                                     JostleShape *out_shape);

/**
 * Makes the half-plane of all points p with normal · p ≤ offset.
 *
 * # Safety
 * As `jostle_shape_point`.
 */
JostleStatus jostle_shape_half_plane(JostleVec2 normal, float offset, JostleShape *out_shape);

/**
 * Makes a triangle.
 *
 * # Safety
 * As `jostle_shape_point`.
 */
JostleStatus jostle_shape_triangle(JostleVec2 a,
                                   JostleVec2 b,
                                   JostleVec2 c,
                                   JostleShape *out_shape);

/**
 * Makes a solid polygon, convex or concave, of any winding.
 *
 * # Safety
 * `outline` is null or points at `count` points; `out_shape` is null or may be written.
 */
JostleStatus jostle_shape_polygon(const JostleVec2 *outline, size_t count, JostleShape *out_shape);

/**
 * Makes a solid polygon with holes.
 *
 * # Safety
 * `outer` is null or points at `count` points, `holes` is null or at `hole_count` lists of points;
 * `out_shape` is null or may be written.
 */
JostleStatus jostle_shape_polygon_with_holes(const JostleVec2 *outer,
                                             size_t count,
                                             const JostlePoints *holes,
                                             size_t hole_count,
                                             JostleShape *out_shape);

/**
 * Makes the convex hull of points.
 *
 * # Safety
 * As `jostle_shape_polygon`.
 */
JostleStatus jostle_shape_hull(const JostleVec2 *all, size_t count, JostleShape *out_shape);

/**
 * Makes a hollow line. `ends` is a `JostleChainEnds`, `sided` a `JostleSidedness`.
 *
 * # Safety
 * As `jostle_shape_polygon`.
 */
JostleStatus jostle_shape_chain(const JostleVec2 *line,
                                size_t count,
                                int32_t ends,
                                int32_t sided,
                                JostleShape *out_shape);

/**
 * Makes the union of shapes.
 *
 * # Safety
 * `parts` is null or points at `count` parts; `out_shape` is null or may be written.
 */
JostleStatus jostle_shape_compound(const JostlePart *parts, size_t count, JostleShape *out_shape);

/**
 * Makes a pixel mask from rows of 64-bit words: pixel (i, j) is solid if bit i % 64 of word i / 64
 * of row j is 1; a row has ⌈width / 64⌉ words.
 *
 * # Safety
 * `words` is null or points at `word_count` words; `out_shape` is null or may be written.
 */
JostleStatus jostle_shape_mask(uint32_t width,
                               uint32_t height,
                               const uint64_t *words,
                               size_t word_count,
                               JostleShape *out_shape);

/**
 * Makes a tile grid of empty and full cells from rows of 64-bit words, as `jostle_shape_mask` has
 * its pixels; cell (i, j) spans from (i, j) to (i + 1, j + 1) times the size `cell`.
 *
 * # Safety
 * As `jostle_shape_mask`.
 */
JostleStatus jostle_shape_grid(uint32_t columns,
                               uint32_t rows,
                               JostleVec2 cell,
                               const uint64_t *words,
                               size_t word_count,
                               JostleShape *out_shape);

/**
 * Makes a tile grid from tiles and what each cell is, row by row: `JOSTLE_CELL_EMPTY`,
 * `JOSTLE_CELL_FULL` or the number of a tile. Tiles are in units of the cell, from (0, 0) to (1,
 * 1).
 *
 * # Safety
 * `tiles` is null or points at `tile_count` shapes, `cells` is null or at `cell_count` numbers;
 * `out_shape` is null or may be written.
 */
JostleStatus jostle_shape_grid_of_tiles(uint32_t columns,
                                        uint32_t rows,
                                        JostleVec2 cell,
                                        const JostleShape *tiles,
                                        size_t tile_count,
                                        const int32_t *cells,
                                        size_t cell_count,
                                        JostleShape *out_shape);

/**
 * Reads the JSON form of a shape.
 *
 * # Safety
 * `json` is null or points at `length` bytes; `out_shape` is null or may be written.
 */
JostleStatus jostle_shape_from_json(const char *json, size_t length, JostleShape *out_shape);

/**
 * Reads the JSON form of a shape that may have a `transform` beside its own keys.
 *
 * # Safety
 * As `jostle_shape_from_json`; `out_transform` is null or may be written.
 */
JostleStatus jostle_shape_from_json_with_transform(const char *json,
                                                   size_t length,
                                                   JostleShape *out_shape,
                                                   JostleAffine *out_transform);

/**
 * Writes the JSON form of a shape.
 *
 * # Safety
 * `out_json` is null or may be written.
 */
JostleStatus jostle_shape_to_json(JostleShape shape, JostleBytes *out_json);

/**
 * Makes a shape thickened by a radius, in the place of the radius that it has.
 *
 * # Safety
 * As `jostle_shape_point`.
 */
JostleStatus jostle_shape_with_radius(JostleShape shape, float radius, JostleShape *out_shape);

/**
 * Writes the name of the kind of a shape, as its JSON form has it; the text is for good.
 *
 * # Safety
 * `out_kind` is null or may be written.
 */
JostleStatus jostle_shape_kind(JostleShape shape, const char **out_kind);

/**
 * Puts a shape into the world: scale and skew are baked in.
 *
 * # Safety
 * `transform` is null, for the map that changes nothing, or points at a map; `out_placed` is null
 * or may be written.
 */
JostleStatus jostle_shape_place(JostleShape shape,
                                const JostleAffine *transform,
                                JostlePlaced *out_placed);

/**
 * Makes another handle of the same shape, to be freed by itself.
 *
 * # Safety
 * As `jostle_shape_point`.
 */
JostleStatus jostle_shape_clone(JostleShape shape, JostleShape *out_shape);

/**
 * Frees a shape.
 */
JostleStatus jostle_shape_free(JostleShape shape);

/**
 * Returns a sentence about the last call on this thread that answered an error, empty if there was
 * none. It stays valid until the next such call on this thread.
 */
const char *jostle_last_error_message(void);

/**
 * Writes where the bytes are and how many; a zero byte follows them. They stay there until they
 * are freed.
 *
 * # Safety
 * `out_data` and `out_length` are null or may be written.
 */
JostleStatus jostle_bytes_data(JostleBytes bytes, const char **out_data, size_t *out_length);

/**
 * Frees bytes.
 */
JostleStatus jostle_bytes_free(JostleBytes bytes);

/**
 * Returns the settings for the exact outline of the pixels with an alpha of at least 128.
 */
JostleTracing jostle_trace_default(void);

/**
 * Traces RGBA pixels, row by row from the top left, four bytes each: writes the shape in pixels,
 * and the report. `NONE` if no pixel is solid. `out_rings` and `out_report` may be null.
 *
 * # Safety
 * `rgba` is null or points at `width` · `height` · 4 bytes; `tracing` is null, for the default, or
 * points at settings; `out_shape`, `out_rings` and `out_report` are null or may be written.
 */
JostleStatus jostle_trace_rgba(const uint8_t *rgba,
                               uint32_t width,
                               uint32_t height,
                               const JostleTracing *tracing,
                               JostleShape *out_shape,
                               JostleRings *out_rings,
                               JostleReport *out_report);

/**
 * Returns a collider without a shape at the origin, on no layer, seeing everything.
 */
JostleCollider jostle_collider_default(void);

/**
 * Returns the filter that leaves nothing out.
 */
JostleFilter jostle_filter_any(void);

/**
 * Makes an empty world. `broad_phase` is its name (`"auto"`, `"brute"`, `"sweep"`,
 * `"tree"`) or null for `"auto"`; `touching` is a `JostleTouchPolicy`.
 *
 * # Safety
 * `broad_phase` is null or points at a text that ends with a zero byte; `out_world` is null or may
 * be written.
 */
JostleStatus jostle_world_new(const char *broad_phase, int32_t touching, JostleWorld *out_world);

/**
 * Frees a world with all colliders and events.
 */
JostleStatus jostle_world_free(JostleWorld world);

/**
 * Decides about the world's pairs by another method, a `JostleBuiltinMethod`, from the next step
 * on. Touches have contacts only by the exact one.
 */
JostleStatus jostle_world_set_method(JostleWorld world, int32_t method);

/**
 * Keeps pairs apart by a function of the caller's own, asked after layers and teams; a null
 * function takes it away.
 *
 * # Safety
 * `allows` may be called with `user` until it is replaced or the world is freed.
 */
JostleStatus jostle_world_set_pair_filter(JostleWorld world, JostlePairFilter allows, void *user);

/**
 * Does as `jostle_world_at_point` for many points.
 *
 * # Safety
 * `points` is null or points at `count` values, `filter` is null or at a filter; `out_ends` is
 * null or may be written `count` times, `out_keys` `capacity` times, `out_count` once.
 */
JostleStatus jostle_world_at_point_each(JostleWorld world,
                                        const JostleVec2 *points,
                                        size_t count,
                                        const JostleFilter *filter,
                                        size_t *out_ends,
                                        JostleKey *out_keys,
                                        size_t capacity,
                                        size_t *out_count);

/**
 * Does as `jostle_world_overlapping_aabb` for many boxes.
 *
 * # Safety
 * `boxes` is null or points at `count` values, `filter` is null or at a filter; `out_ends` is null
 * or may be written `count` times, `out_keys` `capacity` times, `out_count` once.
 */
JostleStatus jostle_world_overlapping_aabb_each(JostleWorld world,
                                                const JostleAabb *boxes,
                                                size_t count,
                                                const JostleFilter *filter,
                                                size_t *out_ends,
                                                JostleKey *out_keys,
                                                size_t capacity,
                                                size_t *out_count);

/**
 * Does as `jostle_world_overlapping` for many shapes.
 *
 * # Safety
 * `shapes` is null or points at `count` values, `filter` is null or at a filter; `out_ends` is
 * null or may be written `count` times, `out_keys` `capacity` times, `out_count` once.
 */
JostleStatus jostle_world_overlapping_each(JostleWorld world,
                                           const JostlePlaced *shapes,
                                           size_t count,
                                           const JostleFilter *filter,
                                           size_t *out_ends,
                                           JostleKey *out_keys,
                                           size_t capacity,
                                           size_t *out_count);

/**
 * Does as `jostle_world_contained_in` for many shapes.
 *
 * # Safety
 * `shapes` is null or points at `count` values, `filter` is null or at a filter; `out_ends` is
 * null or may be written `count` times, `out_keys` `capacity` times, `out_count` once.
 */
JostleStatus jostle_world_contained_in_each(JostleWorld world,
                                            const JostlePlaced *shapes,
                                            size_t count,
                                            const JostleFilter *filter,
                                            size_t *out_ends,
                                            JostleKey *out_keys,
                                            size_t capacity,
                                            size_t *out_count);

/**
 * Does as `jostle_world_nearest` for many points.
 *
 * # Safety
 * As `jostle_world_at_point_each`.
 */
JostleStatus jostle_world_nearest_each(JostleWorld world,
                                       const JostleVec2 *points,
                                       size_t count,
                                       size_t most,
                                       const JostleFilter *filter,
                                       size_t *out_ends,
                                       JostleNearest *out_near,
                                       size_t capacity,
                                       size_t *out_count);

/**
 * Does as `jostle_world_ray_all` for many rays.
 *
 * # Safety
 * As `jostle_world_at_point_each`.
 */
JostleStatus jostle_world_ray_all_each(JostleWorld world,
                                       const JostleRay *rays,
                                       size_t count,
                                       const JostleFilter *filter,
                                       size_t *out_ends,
                                       JostleWorldRayHit *out_found,
                                       size_t capacity,
                                       size_t *out_count);

/**
 * Casts many rays like `jostle_world_ray_first`: writes `count` answers, with a key of 0 for rays
 * that meet nothing.
 *
 * # Safety
 * `rays` is null or points at `count` rays, `filter` is null or at a filter; `out_found` is null
 * or may be written `count` times.
 */
JostleStatus jostle_world_ray_first_each(JostleWorld world,
                                         const JostleRay *rays,
                                         size_t count,
                                         const JostleFilter *filter,
                                         JostleWorldRayHit *out_found);

/**
 * Casts many rays like `jostle_world_ray_any`: writes `count` answers.
 *
 * # Safety
 * As `jostle_world_ray_first_each`.
 */
JostleStatus jostle_world_ray_any_each(JostleWorld world,
                                       const JostleRay *rays,
                                       size_t count,
                                       const JostleFilter *filter,
                                       bool *out_hits);

/**
 * Returns what is drawn without a choice: outlines, and contacts with their normals.
 */
JostleDebugDrawOptions jostle_debug_draw_options_default(void);

/**
 * Draws a world as lines and texts. Half-planes are drawn across `window`; all else is drawn
 * whole.
 *
 * # Safety
 * `drawing` is null, for the default, or points at a choice; `out_lines` and `out_texts`
 * are null or may be written as many times as their capacities say, the counts once.
 */
JostleStatus jostle_world_draw(JostleWorld world,
                               const JostleDebugDrawOptions *drawing,
                               JostleAabb window,
                               JostleDebugLine *out_lines,
                               size_t line_capacity,
                               size_t *out_line_count,
                               JostleDebugText *out_texts,
                               size_t text_capacity,
                               size_t *out_text_count);

/**
 * Adds a collider or a group.
 *
 * # Safety
 * `collider` is null or points at a collider; `out_key` is null or may be written.
 */
JostleStatus jostle_world_add(JostleWorld world,
                              const JostleCollider *collider,
                              JostleKey *out_key);

/**
 * Adds many colliders; all of them or, if one is refused, none. Parents have to be in the world.
 *
 * # Safety
 * `colliders` is null or points at `count` colliders; `out_keys` is null or may be written `count`
 * times.
 */
JostleStatus jostle_world_add_all(JostleWorld world,
                                  const JostleCollider *colliders,
                                  size_t count,
                                  JostleKey *out_keys);

/**
 * Removes a collider and all below it. Its open pairs end with the next step.
 */
JostleStatus jostle_world_remove(JostleWorld world, JostleKey key);

/**
 * Removes a collider and states what becomes of its children, a `JostleChildren`.
 */
JostleStatus jostle_world_remove_with(JostleWorld world, JostleKey key, int32_t children);

/**
 * Sets the transform of a collider, in the frame of its parent or the world.
 */
JostleStatus jostle_world_set_transform(JostleWorld world, JostleKey key, JostleAffine transform);

/**
 * Sets many transforms, in order; all of them or, if one is refused, none.
 *
 * # Safety
 * `keys` and `transforms` are null or point at `count` values each.
 */
JostleStatus jostle_world_set_transforms(JostleWorld world,
                                         const JostleKey *keys,
                                         const JostleAffine *transforms,
                                         size_t count);

/**
 * Composes a map with the transform of a collider: first its transform, then the map.
 */
JostleStatus jostle_world_apply_transform(JostleWorld world, JostleKey key, JostleAffine map);

/**
 * Moves a collider by a vector in the frame of its parent or the world: how a push is done.
 */
JostleStatus jostle_world_move_by(JostleWorld world, JostleKey key, JostleVec2 offset);

/**
 * Gives a collider another shape; an id of 0 takes its shape away.
 */
JostleStatus jostle_world_set_shape(JostleWorld world, JostleKey key, JostleShape shape);

/**
 * Puts a collider below a parent, or below none with a parent of 0; its transform stays as it is.
 */
JostleStatus jostle_world_set_parent(JostleWorld world, JostleKey key, JostleKey parent);

/**
 * Sets the layers that a collider is on and those that it sees.
 */
JostleStatus jostle_world_set_layers(JostleWorld world,
                                     JostleKey key,
                                     uint64_t layer,
                                     uint64_t sees);

/**
 * Puts a collider into a team, whose members never meet; 0 is no team.
 */
JostleStatus jostle_world_set_team(JostleWorld world, JostleKey key, uint32_t team);

/**
 * Makes a collider a sensor, which takes no push.
 */
JostleStatus jostle_world_make_sensor(JostleWorld world, JostleKey key);

/**
 * Makes a sensor solid again.
 */
JostleStatus jostle_world_make_solid(JostleWorld world, JostleKey key);

/**
 * Sets how much steps compute of the pairs of a collider, a `JostlePairDetail`.
 */
JostleStatus jostle_world_set_detail(JostleWorld world, JostleKey key, int32_t detail);

/**
 * Lets a collider meet others and be found again.
 */
JostleStatus jostle_world_enable(JostleWorld world, JostleKey key);

/**
 * Keeps a collider from meeting others and from being found.
 */
JostleStatus jostle_world_disable(JostleWorld world, JostleKey key);

/**
 * Sets the data of a collider; pairs are asked of the pair filter again.
 */
JostleStatus jostle_world_set_data(JostleWorld world, JostleKey key, uint64_t data);

/**
 * Welds the tiles and chains of some layers into one collider for each group of neighbors; writes
 * how many new colliders there are, and their keys as far as there is room.
 *
 * # Safety
 * `out_keys` is null or may be written `capacity` times; `out_count` is null or may be written.
 */
JostleStatus jostle_world_weld(JostleWorld world,
                               uint64_t layers,
                               JostleKey *out_keys,
                               size_t capacity,
                               size_t *out_count);

/**
 * Counts colliders and groups.
 *
 * # Safety
 * `out_count` is null or may be written; this holds for all answers below.
 */
JostleStatus jostle_world_len(JostleWorld world, size_t *out_count);

/**
 * Returns `true` if the key is of a collider or group of this world.
 *
 * # Safety
 * As `jostle_world_len`.
 */
JostleStatus jostle_world_contains(JostleWorld world, JostleKey key, bool *out_found);

/**
 * Lists all keys, sorted.
 *
 * # Safety
 * `out_keys` is null or may be written `capacity` times; `out_count` is null or may be written.
 */
JostleStatus jostle_world_keys(JostleWorld world,
                               JostleKey *out_keys,
                               size_t capacity,
                               size_t *out_count);

/**
 * Writes the data of a collider.
 *
 * # Safety
 * As `jostle_world_len`.
 */
JostleStatus jostle_world_data(JostleWorld world, JostleKey key, uint64_t *out_data);

/**
 * Writes the shape of a collider, which the caller frees; `NONE` for a group.
 *
 * # Safety
 * As `jostle_world_len`.
 */
JostleStatus jostle_world_shape(JostleWorld world, JostleKey key, JostleShape *out_shape);

/**
 * Writes a copy of the shape of a collider as it is in the world, which the caller frees; `NONE`
 * for a group.
 *
 * # Safety
 * As `jostle_world_len`.
 */
JostleStatus jostle_world_placed(JostleWorld world, JostleKey key, JostlePlaced *out_placed);

/**
 * Writes the transform of a collider, in the frame of its parent or the world.
 *
 * # Safety
 * As `jostle_world_len`.
 */
JostleStatus jostle_world_transform(JostleWorld world, JostleKey key, JostleAffine *out_transform);

/**
 * Writes the transform of a collider in the world, those of all its parents included.
 *
 * # Safety
 * As `jostle_world_len`.
 */
JostleStatus jostle_world_world_transform(JostleWorld world,
                                          JostleKey key,
                                          JostleAffine *out_transform);

/**
 * Writes the parent of a collider; `NONE` for one without.
 *
 * # Safety
 * As `jostle_world_len`.
 */
JostleStatus jostle_world_parent(JostleWorld world, JostleKey key, JostleKey *out_parent);

/**
 * Lists the children of a collider, sorted; not those below them.
 *
 * # Safety
 * As `jostle_world_keys`.
 */
JostleStatus jostle_world_children(JostleWorld world,
                                   JostleKey key,
                                   JostleKey *out_keys,
                                   size_t capacity,
                                   size_t *out_count);

/**
 * Writes the box around a collider and all below it; `NONE` if there is no shape.
 *
 * # Safety
 * As `jostle_world_len`.
 */
JostleStatus jostle_world_subtree_bounds(JostleWorld world, JostleKey key, JostleAabb *out_bounds);

/**
 * Writes the layers that a collider is on, as bits.
 *
 * # Safety
 * As `jostle_world_len`.
 */
JostleStatus jostle_world_layer(JostleWorld world, JostleKey key, uint64_t *out_layer);

/**
 * Writes the layers that a collider sees, as bits.
 *
 * # Safety
 * As `jostle_world_len`.
 */
JostleStatus jostle_world_sees(JostleWorld world, JostleKey key, uint64_t *out_sees);

/**
 * Writes the team of a collider; 0 is none.
 *
 * # Safety
 * As `jostle_world_len`.
 */
JostleStatus jostle_world_team(JostleWorld world, JostleKey key, uint32_t *out_team);

/**
 * Returns the detail of a collider, a `JostlePairDetail`.
 *
 * # Safety
 * As `jostle_world_len`.
 */
JostleStatus jostle_world_detail(JostleWorld world, JostleKey key, int32_t *out_detail);

/**
 * Returns what the steps of a world compute and report.
 *
 * # Safety
 * As `jostle_world_len`.
 */
JostleStatus jostle_world_step_options(JostleWorld world, JostleStepOptions *out_options);

/**
 * Returns `true` if a collider is a sensor.
 *
 * # Safety
 * As `jostle_world_len`.
 */
JostleStatus jostle_world_is_sensor(JostleWorld world, JostleKey key, bool *out_sensor);

/**
 * Returns `true` if a collider is enabled.
 *
 * # Safety
 * As `jostle_world_len`.
 */
JostleStatus jostle_world_is_enabled(JostleWorld world, JostleKey key, bool *out_enabled);

/**
 * Lists what touched a collider at the last step, sorted by the key of the other.
 *
 * # Safety
 * `out_touches` is null or may be written `capacity` times; `out_count` is null or may be written.
 */
JostleStatus jostle_world_touching(JostleWorld world,
                                   JostleKey key,
                                   JostleTouchPair *out_touches,
                                   size_t capacity,
                                   size_t *out_count);

/**
 * Lists the pairs that touched at the last step, sorted.
 *
 * # Safety
 * As `jostle_world_touching`.
 */
JostleStatus jostle_world_pairs(JostleWorld world,
                                JostleTouchPair *out_touches,
                                size_t capacity,
                                size_t *out_count);

/**
 * Lists the colliders of which a pair began or ended at the last step, sorted, gone ones included.
 *
 * # Safety
 * As `jostle_world_keys`.
 */
JostleStatus jostle_world_changed(JostleWorld world,
                                  JostleKey *out_keys,
                                  size_t capacity,
                                  size_t *out_count);

/**
 * Counts of a world and of its last step.
 *
 * # Safety
 * As `jostle_world_len`.
 */
JostleStatus jostle_world_stats(JostleWorld world, JostleWorldStats *out_totals);

/**
 * Counts the bytes on the heap that a world holds, but for those behind shapes.
 *
 * # Safety
 * As `jostle_world_len`.
 */
JostleStatus jostle_world_heap_bytes(JostleWorld world, size_t *out_bytes);

/**
 * Returns a number for the whole state, the same for the same state on every machine.
 *
 * # Safety
 * As `jostle_world_len`.
 */
JostleStatus jostle_world_hash(JostleWorld world, uint64_t *out_hash);

/**
 * Returns which rule keeps two colliders apart, as a word and as a sentence; `out_sentence` may be
 * null.
 *
 * # Safety
 * `out_rule` and `out_sentence` are null or may be written.
 */
JostleStatus jostle_world_why_not(JostleWorld world,
                                  JostleKey a,
                                  JostleKey b,
                                  JostleWhyNot *out_rule,
                                  JostleBytes *out_sentence);

/**
 * Finds what a shape that moves meets first; `NONE` if nothing. All else stands still.
 *
 * # Safety
 * `by` is null (no motion) or may be read with its parents, `meet` is null (any shared point) or may
 * be read, `filter` is null or points at a filter, and `out_found` is null or may be written.
 */
JostleStatus jostle_world_cast_first(JostleWorld world,
                                     JostlePlaced shape,
                                     const JostleMotion *by,
                                     const JostleMeet *meet,
                                     const JostleFilter *filter,
                                     JostleCastFound *out_found);

/**
 * Finds all that a shape that moves meets, in the order in which it meets them.
 *
 * # Safety
 * As `jostle_world_cast_first`; `out_found` is null or may be written `capacity` times, `out_count`
 * once.
 */
JostleStatus jostle_world_cast_all(JostleWorld world,
                                   JostlePlaced shape,
                                   const JostleMotion *by,
                                   const JostleMeet *meet,
                                   const JostleFilter *filter,
                                   JostleCastFound *out_found,
                                   size_t capacity,
                                   size_t *out_count);

/**
 * Returns whether a shape that moves meets anything.
 *
 * # Safety
 * As `jostle_world_cast_first`.
 */
JostleStatus jostle_world_cast_any(JostleWorld world,
                                   JostlePlaced shape,
                                   const JostleMotion *by,
                                   const JostleMeet *meet,
                                   const JostleFilter *filter,
                                   bool *out_hit);

/**
 * Finds what a collider would meet first if it moved; `NONE` if nothing. Layers, teams and the pair
 * filter decide as for pairs.
 *
 * # Safety
 * As `jostle_world_cast_first`.
 */
JostleStatus jostle_world_cast_key(JostleWorld world,
                                   JostleKey key,
                                   const JostleMotion *by,
                                   const JostleFilter *filter,
                                   JostleCastFound *out_found);

/**
 * Returns a slide by (x, y) seen from above, with the values that the library begins with.
 */
JostleSlide jostle_slide_by(float x, float y);

/**
 * Moves a collider along floors and walls. At the end it overlaps no blocker, exactly. Without
 * `respond` all block. The function may ask the world and not edit it; if it answers what is no
 * response, nothing moves.
 *
 * # Safety
 * `slide` may be read, `respond` may be called with `user`, and `out_slid` is null or may be
 * written.
 */
JostleStatus jostle_world_slide(JostleWorld world,
                                JostleKey key,
                                const JostleSlide *slide,
                                JostleRespond respond,
                                void *user,
                                JostleSlid *out_slid);

/**
 * Computes what `jostle_world_slide` would do, and moves nothing.
 *
 * # Safety
 * As `jostle_world_slide`.
 */
JostleStatus jostle_world_slide_try(JostleWorld world,
                                    JostleKey key,
                                    const JostleSlide *slide,
                                    JostleRespond respond,
                                    void *user,
                                    JostleSlid *out_slid);

/**
 * Makes a collider block what comes against a direction only; null makes it block from all sides.
 *
 * # Safety
 * `direction` is null or may be read.
 */
JostleStatus jostle_world_set_one_way(JostleWorld world,
                                      JostleKey key,
                                      const JostleVec2 *direction);

/**
 * Makes a collider take along what stands on it when it moves, or no more.
 */
JostleStatus jostle_world_set_platform(JostleWorld world, JostleKey key, bool platform);

/**
 * Returns the direction out of which a collider blocks; `NONE` if from all sides.
 *
 * # Safety
 * `out_direction` is null or may be written.
 */
JostleStatus jostle_world_one_way(JostleWorld world, JostleKey key, JostleVec2 *out_direction);

/**
 * Returns `true` if a collider takes along what stands on it.
 *
 * # Safety
 * `out_platform` is null or may be written.
 */
JostleStatus jostle_world_is_platform(JostleWorld world, JostleKey key, bool *out_platform);

/**
 * Returns a thin ray that hits the shapes it starts in.
 */
JostleRay jostle_ray_new(JostleVec2 origin, JostleVec2 translation);

/**
 * Finds the colliders that hold a point, boundaries included, sorted.
 *
 * # Safety
 * `filter` is null or points at a filter; `out_keys` is null or may be written `capacity` times,
 * `out_count` once. So it is with all queries below.
 */
JostleStatus jostle_world_at_point(JostleWorld world,
                                   JostleVec2 point,
                                   const JostleFilter *filter,
                                   JostleKey *out_keys,
                                   size_t capacity,
                                   size_t *out_count);

/**
 * Finds the colliders that share a point with a closed box.
 *
 * # Safety
 * As `jostle_world_at_point`.
 */
JostleStatus jostle_world_overlapping_aabb(JostleWorld world,
                                           JostleAabb bounds,
                                           const JostleFilter *filter,
                                           JostleKey *out_keys,
                                           size_t capacity,
                                           size_t *out_count);

/**
 * Finds the colliders that share a point with a shape, which need not be in the world.
 *
 * # Safety
 * As `jostle_world_at_point`.
 */
JostleStatus jostle_world_overlapping(JostleWorld world,
                                      JostlePlaced shape,
                                      const JostleFilter *filter,
                                      JostleKey *out_keys,
                                      size_t capacity,
                                      size_t *out_count);

/**
 * Finds the colliders that lie inside a shape, boundary contact allowed.
 *
 * # Safety
 * As `jostle_world_at_point`.
 */
JostleStatus jostle_world_contained_in(JostleWorld world,
                                       JostlePlaced shape,
                                       const JostleFilter *filter,
                                       JostleKey *out_keys,
                                       size_t capacity,
                                       size_t *out_count);

/**
 * Finds the contacts of a shape, which need not be in the world, with colliders: one for each face,
 * by key, the deepest first.
 *
 * # Safety
 * As `jostle_world_at_point`.
 */
JostleStatus jostle_world_contacts_of(JostleWorld world,
                                      JostlePlaced shape,
                                      const JostleFilter *filter,
                                      JostleColliderContact *out_contacts,
                                      size_t capacity,
                                      size_t *out_count);

/**
 * Finds the first collider that a ray meets; `NONE` if it meets nothing.
 *
 * # Safety
 * `filter` is null or points at a filter; `out_found` is null or may be written.
 */
JostleStatus jostle_world_ray_first(JostleWorld world,
                                    JostleRay ray,
                                    const JostleFilter *filter,
                                    JostleWorldRayHit *out_found);

/**
 * Finds all that a ray meets, each collider where it is met first, sorted by fraction.
 *
 * # Safety
 * As `jostle_world_at_point`.
 */
JostleStatus jostle_world_ray_all(JostleWorld world,
                                  JostleRay ray,
                                  const JostleFilter *filter,
                                  JostleWorldRayHit *out_found,
                                  size_t capacity,
                                  size_t *out_count);

/**
 * Returns `true` if a ray meets anything: a line of sight.
 *
 * # Safety
 * `filter` is null or points at a filter; `out_hit` is null or may be written.
 */
JostleStatus jostle_world_ray_any(JostleWorld world,
                                  JostleRay ray,
                                  const JostleFilter *filter,
                                  bool *out_hit);

/**
 * Finds the `most` colliders nearest to a point, sorted by distance.
 *
 * # Safety
 * As `jostle_world_at_point`.
 */
JostleStatus jostle_world_nearest(JostleWorld world,
                                  JostleVec2 point,
                                  size_t most,
                                  const JostleFilter *filter,
                                  JostleNearest *out_near,
                                  size_t capacity,
                                  size_t *out_count);

/**
 * Finds the two colliders with the least distance; `NONE` if there are not two.
 *
 * # Safety
 * `filter` is null or points at a filter; `out_pair` is null or may be written.
 */
JostleStatus jostle_world_nearest_pair(JostleWorld world,
                                       const JostleFilter *filter,
                                       JostleNearestPair *out_pair);

/**
 * Writes if two colliders share a point; `NONE` for a group. Layers, teams and filters do not
 * matter.
 *
 * # Safety
 * `out_overlap` is null or may be written.
 */
JostleStatus jostle_world_overlaps(JostleWorld world, JostleKey a, JostleKey b, bool *out_overlap);

/**
 * Computes the contact of two colliders; `NONE` if they are apart, and for a group.
 *
 * # Safety
 * `out_contact` is null or may be written.
 */
JostleStatus jostle_world_contact(JostleWorld world,
                                  JostleKey a,
                                  JostleKey b,
                                  JostleContact *out_contact);

/**
 * Measures the gap of two colliders; `NONE` for a group.
 *
 * # Safety
 * `out_gap` is null or may be written.
 */
JostleStatus jostle_world_gap(JostleWorld world, JostleKey a, JostleKey b, JostleGap *out_gap);

/**
 * Finds the point of a collider that is nearest to a point; `NONE` for a group.
 *
 * # Safety
 * `out_closest` is null or may be written.
 */
JostleStatus jostle_world_closest(JostleWorld world,
                                  JostleKey key,
                                  JostleVec2 point,
                                  JostleClosest *out_closest);

/**
 * Makes a replay with an empty world of a broad phase, as `jostle_world_new` has it.
 *
 * # Safety
 * As `jostle_world_new`.
 */
JostleStatus jostle_replay_new(const char *broad_phase, JostleReplay *out_replay);

/**
 * Does one call of a journal, a line of JSON. A step writes its events, whose data are the numbers
 * of the journal, and which stay until the next step; all other calls answer `NONE`. `out_events`
 * and `out_count` may be null.
 *
 * # Safety
 * `line` is null or points at `length` bytes; `out_events` and `out_count` are null or may be
 * written.
 */
JostleStatus jostle_replay_apply(JostleReplay replay,
                                 const char *line,
                                 size_t length,
                                 const JostleEvent **out_events,
                                 size_t *out_count);

/**
 * Keeps the events of the last step, as `jostle_world_events` does.
 *
 * # Safety
 * `out_events` is null or may be written.
 */
JostleStatus jostle_replay_events(JostleReplay replay, JostleEvents *out_events);

/**
 * Writes the key of a number of the journal; `NONE` while no collider has it.
 *
 * # Safety
 * `out_key` is null or may be written.
 */
JostleStatus jostle_replay_key(JostleReplay replay, uint64_t number, JostleKey *out_key);

/**
 * Makes a world of the caller's own in the state that the replay's is in; its colliders have their
 * numbers of the journal as data.
 *
 * # Safety
 * `out_world` is null or may be written.
 */
JostleStatus jostle_replay_world(JostleReplay replay, JostleWorld *out_world);

/**
 * Frees a replay.
 */
JostleStatus jostle_replay_free(JostleReplay replay);

/**
 * Writes the whole state as bytes; the pair filter is code and stays with the world.
 *
 * # Safety
 * `out_bytes` is null or may be written.
 */
JostleStatus jostle_world_snapshot(JostleWorld world, JostleBytes *out_bytes);

/**
 * Puts a world back into the state of a snapshot; keys of that state find their colliders again.
 *
 * # Safety
 * `bytes` is null or points at `length` bytes.
 */
JostleStatus jostle_world_restore(JostleWorld world, const void *bytes, size_t length);

/**
 * Begins to note the calls that change a world.
 */
JostleStatus jostle_world_record(JostleWorld world);

/**
 * Ends recording and writes the journal, one JSON object a line.
 *
 * # Safety
 * `out_lines` is null or may be written.
 */
JostleStatus jostle_world_take_journal(JostleWorld world, JostleBytes *out_lines);

/**
 * Writes the journal since the last call, and continues to record.
 *
 * # Safety
 * `out_lines` is null or may be written.
 */
JostleStatus jostle_world_drain_journal(JostleWorld world, JostleBytes *out_lines);

/**
 * Returns what steps compute and report at first: pushes of solids, touches of sensors, and stays.
 */
JostleStepOptions jostle_step_options_default(void);

/**
 * Sets what the steps of a world compute and report. The next step decides all pairs again.
 */
JostleStatus jostle_world_set_step_options(JostleWorld world, JostleStepOptions options);

/**
 * Samples the state of a world, and writes what changed between its pairs since the last step: an
 * array that stays until the next step, or until the world is freed; `jostle_world_events` keeps it
 * longer. The world may be edited while the array is read.
 *
 * # Safety
 * `out_events` and `out_count` are null or may be written.
 */
JostleStatus jostle_world_step(JostleWorld world,
                               const JostleEvent **out_events,
                               size_t *out_count);

/**
 * Keeps the events of the last step: they are not copied, and the next step writes to another array.
 *
 * # Safety
 * `out_events` is null or may be written.
 */
JostleStatus jostle_world_events(JostleWorld world,
                                 JostleEvents *out_events);

/**
 * Writes where events that are kept are, and how many: an array that stays until they are freed.
 *
 * # Safety
 * `out_events` and `out_count` are null or may be written.
 */
JostleStatus jostle_events_data(JostleEvents events,
                                const JostleEvent **out_events,
                                size_t *out_count);

/**
 * Frees events that are kept.
 */
JostleStatus jostle_events_free(JostleEvents events);

/**
 * Returns the translation that moves a out of b; zero for sensors, which have no push.
 */
JostleVec2 jostle_touch_pair_push_a(JostleTouchPair touch);

/**
 * Returns the translation that moves b out of a; zero for sensors, which have no push.
 */
JostleVec2 jostle_touch_pair_push_b(JostleTouchPair touch);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* JOSTLE_H */
