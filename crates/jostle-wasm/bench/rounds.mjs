// Interleaved rounds and their medians, in processor time: this machine may be busy.

function cpu() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** Before anything is measured everyone runs so long, in microseconds, that compilers are done with it. */
const WARM = 1_000_000;
const LEAST_WARM = 30;
/** What is shorter is repeated within a round. */
const ROUND = 30_000;

/** What was dropped is freed between turns of the event loop. */
const turn = () => new Promise((done) => setImmediate(done));

/** Runs each contestant in turn, `rounds` times; microseconds a run of each. `run` is given its number. */
export async function measure(contestants, rounds) {
  const all = [];
  for (const { name, run } of contestants) {
    const start = cpu();
    let runs = 0;
    for (; runs < LEAST_WARM || cpu() - start < WARM; await turn()) run(runs++);
    all.push({ name, run, runs, times: [] });
  }
  for (let round = 0; round < rounds; round++) {
    for (const one of all) {
      await turn();
      const start = cpu();
      const before = one.runs;
      let took = 0;
      while (took < ROUND) {
        one.run(one.runs++);
        took = cpu() - start;
      }
      one.times.push(took / (one.runs - before));
    }
  }
  return new Map(all.map(({ name, times }) => [name, median(times)]));
}

export function round(number) {
  return Number(number.toPrecision(3));
}
