import { place, testUntil } from "jostle";

const plank = { type: "rect", width: 80, height: 4 } as const;
const a = place(plank, { degrees: 45 });
const b = place(plank, { degrees: 45, position: { x: 10, y: -10 } });

console.log(testUntil(a, b, "bounds").hit); // true
console.log(testUntil(a, b, "bounds").certain); // false
console.log(testUntil(a, b).hit); // false
