import { contact, overlaps, place } from "jostle";

const a = place({ type: "rect", width: 100, height: 40 }, { degrees: 30 });
const b = place({ type: "rect", width: 60, height: 60 }, { position: { x: 70, y: 0 }, degrees: -10 });

console.log(overlaps(a, b)); // true
const [x, y] = contact(a, b)?.pushB ?? [0, 0]; // moves b out of a
console.log(overlaps(a, place(b, { position: [1.001 * x, 1.001 * y] }))); // false
