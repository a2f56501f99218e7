/** Preloaded into a process: says at its end, on standard error, how much memory it had at most, in MB. */
process.on('exit', () => {
  process.stderr.write(`${Math.round(process.resourceUsage().maxRSS / 1024)}\n`);
});
