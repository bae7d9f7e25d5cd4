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

/** Runs each contestant in turn, `rounds` times; microseconds a run of each. `run` is given its number. */
export function measure(contestants, rounds) {
  const all = contestants.map(({ name, run }) => {
    const start = cpu();
    let runs = 0;
    while (runs < LEAST_WARM || cpu() - start < WARM) run(runs++);
    return { name, run, runs, times: [] };
  });
  for (let round = 0; round < rounds; round++) {
    for (const one of all) {
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
