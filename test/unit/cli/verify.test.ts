import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addPolicyCommands } from '../../../core/cli/policy.ts';
import { addVerifyCommand } from '../../../core/cli/verify.ts';
import { systemClock } from '../../../core/world/index.ts';
import { type CliRun, runCli } from '../../fixture/cli.ts';
import { temporaryFolder } from '../../fixture/ledger.ts';
import { folderWith, git, repositoryWith } from '../../fixture/work.ts';

interface Terminal {
  /** Called with everything on standard error; makes the run interactive. */
  readonly watch: (text: string) => void;
}

function mizan(workingFolder: string, words: readonly string[], terminal?: Terminal): Promise<CliRun> {
  return runCli(
    { workingFolder, environment: { XDG_CACHE_HOME: temporaryFolder() }, clock: systemClock },
    async (context) => {
      const watched = {
        ...context,
        interactive: true,
        error(text: string) {
          context.error(text);
          terminal?.watch(text);
        },
      };
      const program = new Command('mizan').exitOverride();
      addVerifyCommand(program, terminal === undefined ? context : watched);
      addPolicyCommands(program, context);
      await program.parseAsync([...words], { from: 'user' });
    },
  );
}

const branchy = 'def f(x):\n    if x:\n        return 1\n    return 2\n';
const own = (rules: string) => ({ '.mizan/policies/own.yml': `name: own\n${rules}\n` });
const simple = own('complexity_rules: { max_cyclomatic_complexity: 1 }\nstyle_rules: { max_line_length: 30 }');
const verify = ['verify', '--policy', 'own'];

describe('mizan verify', () => {
  it('ends with 0 when nothing is wrong, and when there are only warnings', async () => {
    const folder = await repositoryWith({ ...simple, 'a.py': branchy });
    expect(await mizan(folder, verify)).toMatchObject({ code: 0, error: '' });
    writeFileSync(join(folder, 'a.py'), `${branchy}# a comment that is far too long for it\n`);
    const warned = await mizan(folder, verify);
    expect(warned.code).toBe(0);
    expect(warned.out).toContain('Status: WARNINGS');
    expect(warned.out).toContain('[WARNING] Style in a.py:5');
  });

  it('ends with 1 when the change breaks a rule, and says which, where and what to do', async () => {
    const folder = await repositoryWith({ ...simple, 'a.py': '' });
    writeFileSync(join(folder, 'a.py'), branchy);
    const run = await mizan(folder, verify);
    expect(run.code).toBe(1);
    expect(run.out).toContain('Status: FAILED');
    expect(run.out).toContain('[ERROR] Complexity in a.py:1');
    expect(run.out).toContain('Suggestion: ');
    const json = JSON.parse((await mizan(folder, [...verify, '--format', 'json'])).out);
    expect(json).toMatchObject({ passed: false, dimensions: { complexity: false, scope: true } });
    const sarif = JSON.parse((await mizan(folder, [...verify, '--format', 'sarif'])).out);
    expect(sarif.runs[0].results[0]).toMatchObject({ ruleId: 'complexity/cyclomatic', level: 'error' });
  });

  it('ends with 2 when something had to be left open', async () => {
    const folder = await repositoryWith({ ...simple, 'a.py': '' });
    writeFileSync(join(folder, 'a.py'), `x = ${'('.repeat(5000)}\n`);
    const run = await mizan(folder, verify);
    expect(run.code).toBe(2);
    expect(run.out).toContain('[INCONCLUSIVE]');
  });

  it('compares any two commits', async () => {
    const folder = await repositoryWith({ ...simple, 'a.py': '' });
    writeFileSync(join(folder, 'a.py'), branchy);
    const identity = ['-c', 'user.name=tester', '-c', 'user.email=tester@example.org'];
    expect((await git(folder, [...identity, 'commit', '--quiet', '--all', '-m', 'Branch'])).ok).toBe(true);
    expect((await mizan(folder, verify)).code).toBe(0);
    expect((await mizan(folder, [...verify, '--ref', 'HEAD~1', '--to', 'HEAD'])).code).toBe(1);
    expect((await mizan(folder, [...verify, '--ref', 'HEAD', '--to', 'HEAD~1'])).code).toBe(0);
  });

  it('ends with 2 and says what to do when it could not run', async () => {
    const folder = await repositoryWith({
      ...own('scope_rules: { allowed_paths: ["/src/**"] }'),
      '.mizan/policies/broken.yml': 'name: broken\n  rules: [',
      '.mizan/policies/other.yml': 'name: other\ncomplexity_rules: { max_lines: 3 }\n',
      'a.py': '',
    });
    const refused = async (words: readonly string[], where = folder) => {
      const run = await mizan(where, words);
      expect(run).toMatchObject({ code: 2, out: '' });
      return run.error;
    };
    const unknown = await refused(['verify', '--policy', 'nobody-knows']);
    expect(unknown).toContain('(policy-unknown)');
    expect(unknown).toContain('lenient-refactoring');
    expect(await refused(verify)).toMatch(/"\/src\/\*\*" is absolute; write it from the top.*\(glob-invalid\)/);
    expect(await refused(['verify', '--policy', 'broken'])).toMatch(/broken\.yml:1:7: Not YAML.*\(policy-unreadable\)/);
    expect(await refused(['verify', '--policy', 'other'])).toContain('(policy-invalid)');
    const ref = await refused(['verify', '--ref', 'no-such-branch']);
    expect(ref).toMatch(
      /There is no commit or tree "no-such-branch"; git log shows the commits that exist \(ref-unknown\)/,
    );
    const plain = folderWith({ 'a.py': branchy });
    expect(await refused(['verify'], plain)).toMatch(/name the files to verify, or run git init \(not-a-repository\)/);
  });

  it('verifies named files without git', async () => {
    const folder = folderWith({ ...simple, 'a.py': branchy });
    expect((await mizan(folder, [...verify, 'a.py'])).code).toBe(1);
    const missing = await mizan(folder, [...verify, 'b.py']);
    expect(missing.code).toBe(1);
    expect(missing.out).toContain('The file does not exist');
    expect((await mizan(folder, [...verify, '/etc/passwd'])).out).toContain('The file lies outside the project');
  });

  it('shows progress to a person, and ends at Ctrl+C', async () => {
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}.py`, branchy]));
    const folder = await repositoryWith({ ...simple, 'a.py': '' });
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
    let seen = '';
    const slow = [...verify, '--no-cache'];
    const finished = await mizan(folder, slow, { watch: (text) => (seen += text) });
    expect(finished.code).toBe(1);
    expect(seen).toMatch(/verify \[[= ]{30}\] \d+\/60/);

    const others = process.listeners('SIGINT');
    process.removeAllListeners('SIGINT');
    try {
      let pressed = false;
      const press = () => {
        if (!pressed) process.emit('SIGINT');
        pressed = true;
      };
      const run = await mizan(folder, slow, { watch: press });
      expect(run).toMatchObject({ code: 2, out: '' });
      expect(run.error).toContain('(cancelled)');
    } finally {
      for (const listener of others) process.on('SIGINT', listener);
    }
    expect(process.listeners('SIGINT')).toEqual(others);
  });
});

describe('mizan policy', () => {
  it("finds the project's own from every folder of its repository, and lists them first", async () => {
    const folder = await repositoryWith({
      ...own('agent_type: :CODE_WRITER\ncomplexity_rules: { max_cyclomatic_complexity: 1 }'),
      '.mizan/policies/odd.yml': 'name: even\n',
      'src/.mizan/policies/near.yaml': 'name: near\n',
      'src/a.py': '',
    });
    writeFileSync(join(folder, 'src/a.py'), branchy);
    expect((await mizan(join(folder, 'src'), verify)).code).toBe(1);
    const listed = await mizan(join(folder, 'src'), ['policy', 'list']);
    const [first, second, ...standard] = listed.out.split('\n');
    expect([first, second]).toEqual(['near', 'own  code-writer']);
    expect(standard).toContain('lenient-refactoring  refactorer');
    expect(listed.error).toMatch(
      /odd\.yml: The policy in this file is named "even"; name it "odd".*\(policy-invalid\)/,
    );
    const unknown = await mizan(folder, ['verify', '--policy', 'near']);
    expect(unknown).toMatchObject({ code: 2, out: '' });
    expect(unknown.error).toContain('choose one of odd, own, strict-code-generation');
  });

  it('checks policies by name and by file, all of them', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, '.mizan/policies'), { recursive: true });
    writeFileSync(join(folder, '.mizan/policies/own.yml'), 'name: own\nstyle_rules: { max_line_length: 100 }\n');
    writeFileSync(join(folder, 'bad.yml'), 'name: bad\nscope_rules: { allowed_paths: ["../x"] }\n');
    const good = await mizan(folder, ['policy', 'check', 'own', 'strict-code-generation', '.mizan/policies/own.yml']);
    expect(good).toMatchObject({ code: 0, error: '' });
    expect(good.out.split('\n')).toContain('own: policy own is good');
    const bad = await mizan(folder, ['policy', 'check', 'bad.yml', 'own', 'missing.yml']);
    expect(bad.code).toBe(2);
    expect(bad.out).toBe('own: policy own is good\n');
    expect(bad.error).toMatch(/bad\.yml.*"\.\.\/x" leads out of the project; remove the ".."/);
    expect(bad.error).toContain('(policy-missing)');
  });

  it('explains a rule, and names all of them', async () => {
    const folder = temporaryFolder();
    const one = await mizan(folder, ['policy', 'explain', 'complexity/cyclomatic']);
    expect(one.out).toContain('Set by: complexity_rules.max_cyclomatic_complexity');
    expect((await mizan(folder, ['policy', 'explain'])).out).toContain('reward-hacking/skip-added');
    expect(await mizan(folder, ['policy', 'explain', 'style/none'])).toMatchObject({ code: 2, out: '' });
  });
});
