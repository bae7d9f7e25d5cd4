import { contact, crossings, gap, region, relation } from "jostle";

const dart = { type: "polygon", points: [[0, -62], [56, 56], [0, 18], [-56, 56]] } as const; // concave
const disc = { type: "circle", radius: 20, transform: { scale: [2, 1], degrees: 30 } } as const; // an ellipse

console.log(relation(dart, disc)); // overlapping
console.log(gap(dart, disc).separation < 0, contact(dart, disc) !== null); // true true
console.log((region(dart, disc)?.area ?? 0) > 1000, crossings(dart, disc).length); // true 6
