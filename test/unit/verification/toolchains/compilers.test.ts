import { describe, expect, it } from 'vitest';
import { memoryTree } from '../../../../core/verification/index.ts';
import { toolFindings } from '../../../../core/verification/toolchains/check.ts';
import { toolchains } from '../../../../core/verification/toolchains/table.ts';
import type { ToolLanguage } from '../../../../core/verification/toolchains/toolchain.ts';
import type { Tools } from '../../../../core/verification/toolchains/tools.ts';
import {
  cProject,
  cppProject,
  type Files,
  goProject,
  javaFramework,
  javaProject,
  recorded,
  rustMembers,
  rustProject,
} from './projects.ts';

const rules = { checkLanguageSymbols: true, checkProjectApis: true, projectRoot: null };

/** What is found in these files: `rule file:line symbol`, then what is left open: `open file`. */
async function found(language: ToolLanguage, project: Files, paths: readonly string[], tools: Tools) {
  const change = { base: null, head: memoryTree(project), files: [] };
  const files = paths.map((path) => ({ path, basePath: null }));
  const { violations, inconclusive } = await toolFindings(change, files, toolchains[language], rules, tools);
  return {
    names: violations.map(({ rule, file, line, symbol }) => `${rule.split('/')[1]} ${file}:${line} ${symbol}`),
    open: inconclusive.map(({ file }) => file),
    violations,
    inconclusive,
  };
}

describe('names in C', () => {
  const wrong = [
    'name shop.c:6 frobnicate',
    'member shop.c:7 item.prise',
    'name shop.c:8 lenght',
    'name shop.c:8 strlne',
    'arity shop.c:9 total',
    'name shop.c:10 size_tt',
    'name shop.c:12 MAX_ITEMS',
    'import lost.c:1 shpo.h',
    'import lone.c:1 net/nosuch.h',
  ];

  it('are those that gcc does not find', async () => {
    const tools = recorded('gcc-1.txt', 'gcc-2.txt', 'gcc-3.txt', 'gcc-4.txt', 'gcc-5.txt');
    const { names, open, violations } = await found(
      'c-family',
      cProject,
      ['shop.c', 'lost.c', 'lone.c', 'far.c', 'made.c'],
      tools,
    );
    expect(names).toEqual(wrong);
    // The rest of a source behind a missing header, a header of the system, a header that a build makes.
    expect(open).toEqual(['lost.c', 'lone.c', 'far.c', 'made.c']);
    expect(violations[3]).toMatchObject({
      severity: 'error',
      message: "Called undefined function 'strlne' (typo?)",
      suggestion: "Check for 'strlen'",
    });
  });

  it('are those that clang does not find', async () => {
    const { names } = await found(
      'c-family',
      cProject,
      ['shop.c', 'lost.c', 'lone.c'],
      recorded('clang-1.txt', 'clang-2.txt', 'clang-3.txt'),
    );
    // clang 14 does not name the function that gets too few arguments.
    expect(names).toEqual(wrong.filter((one) => !one.startsWith('arity')));
  });
});

describe('names in C++', () => {
  const wrong = [
    'member main.cpp:6 std.vectr',
    'member main.cpp:7 app::thing.runn',
    'member main.cpp:7 app::thing.y',
    'member main.cpp:7 app.totl',
    'member main.cpp:7 app.nothing',
    'name main.cpp:8 undefined_call',
    'name main.cpp:10 Widget',
    'name main.cpp:11 nosuch',
    'name main.cpp:13 other_undefined',
    'member main.cpp:14 app.nope',
  ];

  it('are those that g++ does not find', async () => {
    const { names, open } = await found('c-family', cppProject, ['main.cpp'], recorded('gxx-1.txt'));
    expect(names.sort()).toEqual(
      [
        ...wrong,
        'arity main.cpp:9 app::total',
        'member main.cpp:5 std::string.lenght',
        'member main.cpp:5 std::string.push_bakc',
      ].sort(),
    );
    expect(open).toEqual([]);
  });

  it('are those that clang++ does not find', async () => {
    const { names } = await found('c-family', cppProject, ['main.cpp'], recorded('clangxx-1.txt'));
    const strings = ['lenght', 'push_bakc'].map((name) => `member main.cpp:5 std::basic_string<char>.${name}`);
    expect(names.sort()).toEqual([...wrong, ...strings].sort());
  });

  it('of a header are looked at through a source that includes it', async () => {
    const asked: (readonly string[])[] = [];
    const tools: Tools = {
      run: async (run) => {
        asked.push(run.arguments);
        return { kind: 'ended', code: 1, output: "inc/thing.hpp:1:14: error: 'wrog' does not name a type\n" };
      },
    };
    const project = { 'inc/thing.hpp': 'wrog x;\n', 'src/main.cpp': '#include "thing.hpp"\n', 'inc/alone.hpp': '' };
    const { names, inconclusive } = await found('c-family', project, ['inc/thing.hpp', 'inc/alone.hpp'], tools);
    expect(asked.map((words) => words.slice(-3))).toEqual([['-I', './inc', './src/main.cpp']]);
    expect(names).toEqual(['name inc/thing.hpp:1 wrog']);
    expect(inconclusive).toEqual([{ file: 'inc/alone.hpp', reason: 'No source of the project includes this header' }]);
  });

  it('of a newer standard library stay open', async () => {
    const output = [
      "main.cpp:1:1: error: 'format' is not a member of 'std'",
      "main.cpp:1:1: note: 'std::format' is only available from C++20 onwards",
    ].join('\n');
    const tools: Tools = { run: async () => ({ kind: 'ended', code: 1, output }) };
    const { names, open } = await found('c-family', cppProject, ['main.cpp'], tools);
    expect([names, open]).toEqual([[], ['main.cpp']]);
  });
});

describe('names in Go', () => {
  const paths = Object.keys(goProject).filter((path) => path.endsWith('.go'));

  it('are those that the compiler does not find, tests included', async () => {
    const { names, open } = await found('go', goProject, paths, recorded('go-1.txt'));
    expect(names).toEqual([
      'member store/store.go:11 Item.Nmae',
      'member store/store.go:14 fmt.Printn',
      'member store/store.go:15 strings.ToUper',
      'member store/store.go:16 other.Missing',
      'arity store/store.go:17 other.Known',
      'name store/store.go:18 undefinedCall',
      'name store/store.go:19 Widget',
      'member store/store.go:21 Item.Nam',
      'member store/store_test.go:5 *testing.T.Errorff',
      'name store/store_test.go:5 undefinedInTest',
      'package bad/bad.go:5 github.com/nobody/nothing',
      'import bad/bad.go:4 nosuchstd/thing',
    ]);
    // Another system's file, a package above one that is wrong, one without its imports, one that does not parse.
    expect(open).toEqual(['store/store_windows.go', 'user/user.go', 'bad/bad.go', 'broken/broken.go']);
  });

  it('are not blamed on a project that needs a newer Go', async () => {
    const output = [
      '# example.org/shop/store',
      'store/store.go:3:2: undefined: strings.Lines',
      'note: module requires Go 1.24',
      '@ "store" "" "store.go"',
    ].join('\n');
    const tools: Tools = { run: async () => ({ kind: 'ended', code: 1, output }) };
    const { names, inconclusive } = await found('go', goProject, ['store/store.go'], tools);
    expect(names).toEqual([]);
    expect(inconclusive).toEqual([
      { file: 'store/store.go', line: 3, reason: "go.mod asks for a newer Go, which may have 'Lines'" },
    ]);
  });

  it('are looked up in the module of each file, without the network and without cgo', async () => {
    const asked: unknown[] = [];
    const tools: Tools = {
      run: async ({ folder, environment, arguments: words, runsProjectCode }) => {
        asked.push([folder, words.at(-1), runsProjectCode]);
        expect(environment).toMatchObject({ GOPROXY: 'off', CGO_ENABLED: '0', GOTOOLCHAIN: 'local', GOENV: 'off' });
        return { kind: 'ended', code: 0, output: '' };
      },
    };
    const project = { 'go.mod': '', 'a/a.go': '', 'tool/go.mod': '', 'tool/t.go': '' };
    await found('go', project, ['a/a.go', 'tool/t.go'], tools);
    expect(asked).toEqual([
      ['', './a/', false],
      ['tool/', './', false],
    ]);
  });
});

describe('names in Java', () => {
  it('are those that javac does not find', async () => {
    const { names } = await found('java', javaProject, Object.keys(javaProject), recorded('javac-1.txt'));
    const file = 'src/main/java/org/shop/Item.java';
    expect(names).toEqual([
      `import ${file}:5 java.utill`,
      `import ${file}:6 org.shop.gone`,
      `import ${file}:4 java.util.Lisst`,
      `import ${file}:7 Math.maxx`,
      `name ${file}:11 nmae`,
      `member ${file}:13 List.off`,
      `name ${file}:14 frobnicate`,
      `member ${file}:15 String.lenght`,
      `name ${file}:16 Widget`,
      `member ${file}:17 Other.nothing`,
      `arity ${file}:18 Other.known`,
      `name ${file}:20 sytem`,
      `member ${file}:22 List.sizee`,
    ]);
  });

  it('stay open where a library that is not installed may bring them', async () => {
    const tools = recorded('javac-framework-1.txt');
    const { names, inconclusive } = await found('java', javaFramework, Object.keys(javaFramework), tools);
    expect(names).toEqual([
      'member src/org/shop/Plain.java:4 String.lenght',
      'name src/org/shop/Plain.java:4 undefined',
    ]);
    expect(inconclusive).toEqual([
      ...['Page', 'Base'].map((name) => ({
        file: `src/org/shop/${name}.java`,
        reason: "What comes from 'org.framework', which is not found here, was not looked at",
      })),
      {
        file: 'src/org/shop/Plain.java',
        line: 4,
        reason: "'inherited' may come from a package that is not installed here",
      },
    ]);
  });

  it('stay open when one of two types of a name extends what is not installed', async () => {
    const project = { ...javaFramework, 'src/z/Base.java': 'package z;\n\nclass Base {}\n' };
    const tools = recorded('javac-framework-1.txt');
    const { names } = await found('java', project, Object.keys(javaFramework), tools);
    expect(names.some((one) => one.includes('inherited'))).toBe(false);
  });

  it('stay open where annotations make them', async () => {
    const project = { ...javaProject, 'pom.xml': '<artifactId>lombok</artifactId>' };
    const { names } = await found('java', project, Object.keys(javaProject), recorded('javac-1.txt'));
    expect(names.map((one) => one.split(' ')[2])).toEqual(['java.utill', 'org.shop.gone']);
  });
});

describe('names in Java of another release', () => {
  it('stay open where the project asks for a newer one than javac is', async () => {
    const project = { ...javaProject, 'pom.xml': '<maven.compiler.release>21</maven.compiler.release>' };
    const { names, open } = await found('java', project, Object.keys(javaProject), recorded('javac-1.txt'));
    expect(names.map((one) => one.split(' ')[2])).toEqual(['java.utill', 'org.shop.gone']);
    expect(open.length).toBeGreaterThan(10);
    const older = { ...javaProject, 'build.gradle': 'sourceCompatibility = JavaVersion.VERSION_11' };
    expect((await found('java', older, Object.keys(javaProject), recorded('javac-1.txt'))).names).toHaveLength(13);
  });
});

describe('names in Rust', () => {
  it('are those that rustc does not find', async () => {
    const { names, open } = await found('rust', rustProject, ['src/lib.rs', 'src/store.rs'], recorded('cargo-1.txt'));
    expect(names.sort()).toEqual([
      'import src/lib.rs:2 gone',
      'import src/lib.rs:3 std::collections.HashMapp',
      'import src/lib.rs:5 crate::store.Missing',
      'member src/lib.rs:10 store.nothing',
      'name src/lib.rs:11 nosuchmacro',
      'name src/lib.rs:8 frobnicate',
      'name src/lib.rs:9 Widget',
      'name src/lib.rs:9 undefined_var',
      'name src/store.rs:4 Missingtrait',
      'package src/lib.rs:4 nosuchcrate',
    ]);
    // Members wait until these are right.
    expect(open).toEqual(['src/lib.rs', 'src/store.rs']);
  });

  it('include members once all other names are known', async () => {
    const { names, open } = await found('rust', rustMembers, ['src/lib.rs'], recorded('cargo-members-1.txt'));
    expect(names).toEqual([
      'arity src/lib.rs:4 two',
      'member src/lib.rs:5 Item.nam',
      'member src/lib.rs:6 &Item.nmae',
      'member src/lib.rs:7 String.lenght',
      'member src/lib.rs:8 String.neww',
    ]);
    expect(open).toEqual([]);
  });

  it('stay open when cargo cannot do its work', async () => {
    const output = 'error: no matching package named `serde` found\n';
    const tools: Tools = { run: async () => ({ kind: 'ended', code: 101, output }) };
    const { inconclusive } = await found('rust', rustProject, ['src/lib.rs'], tools);
    expect(inconclusive[0]?.reason).toBe(
      'cargo could not check the package: error: no matching package named `serde` found',
    );
  });
});
