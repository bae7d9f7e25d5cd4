"""Convex pieces as most libraries make them: ear clipping, then Hertel and Mehlhorn (1983)."""


def turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def ears(points):
    """Triangles of a simple ring of positive area, by indices, and the diagonals between them."""
    left = list(range(len(points)))
    triangles, diagonals = [], []
    while len(left) > 3:
        for k in range(len(left)):
            i, j, l = left[k - 1], left[k], left[(k + 1) % len(left)]
            a, b, c = points[i], points[j], points[l]
            if turn(a, b, c) <= 0:
                continue
            others = (points[m] for m in left if m not in (i, j, l))
            if all(
                turn(a, b, p) < 0 or turn(b, c, p) < 0 or turn(c, a, p) < 0 for p in others
            ):
                triangles.append([i, j, l])
                diagonals.append((i, l))
                del left[k]
                break
        else:
            # Only collinear points are left to cut; they take no area.
            flat = [k for k in range(len(left))
                    if turn(points[left[k - 1]], points[left[k]],
                            points[left[(k + 1) % len(left)]]) == 0]
            if not flat:
                return None, None
            del left[flat[0]]
    triangles.append(left)
    return triangles, diagonals


def pieces(points):
    """How many convex pieces a simple ring becomes; None for one that cannot be cut."""
    points = [tuple(p) for p in points]
    area = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, points[1:] + points[:1]))
    if area < 0:
        points.reverse()
    parts, diagonals = ears(points)
    if parts is None:
        return None
    for a, b in diagonals:
        sides = [part for part in parts if a in part and b in part]
        if len(sides) != 2:
            continue
        joined = join(sides[0], sides[1], a, b)
        if joined is not None and convex(points, joined):
            parts = [part for part in parts if part not in sides] + [joined]
    return len(parts)


def join(first, second, a, b):
    """Both parts as one ring, without the side a-b that they share."""
    for x, y in ((a, b), (b, a)):
        k, m = first.index(x), second.index(y)
        if first[(k + 1) % len(first)] == y and second[(m + 1) % len(second)] == x:
            start = first[k + 1 :] + first[: k + 1]
            rest = second[m + 1 :] + second[: m + 1]
            return start + rest[1:-1]
    return None


def convex(points, part):
    ring = [points[i] for i in part]
    return all(
        turn(ring[k - 2], ring[k - 1], ring[k]) >= 0 for k in range(len(ring))
    )
