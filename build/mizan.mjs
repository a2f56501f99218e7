#!/usr/bin/env node
// The `mizan` command: the CLI under a Node that is new enough.
process.argv.splice(2, 0, 'core/cli/main.ts');
await import('./launch.mjs');
