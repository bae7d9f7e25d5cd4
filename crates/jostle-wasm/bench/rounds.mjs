// Interleaved rounds and their medians, in processor time: this machine may be busy.

function cpu() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** Runs each contestant in turn, `rounds` times after two to warm up; microseconds a round of each. */
export function measure(contestants, rounds) {
  const times = new Map(contestants.map(({ name }) => [name, []]));
  for (let round = -2; round < rounds; round++) {
    for (const { name, run } of contestants) {
      globalThis.gc?.();
      const start = cpu();
      run(round + 2);
      if (round >= 0) times.get(name).push(cpu() - start);
    }
  }
  return new Map([...times].map(([name, all]) => [name, median(all)]));
}

export function round(number) {
  return Number(number.toPrecision(3));
}
