import { isStandardPackage } from './standard.ts';

/** Packages that implementations bring, as their manuals name them. */
const implementationPackages: Readonly<Record<string, string>> = {
  'Allegro CL': 'excl excl.osi ff mp sys system inspect prof tpl acl-socket socket net.rpc win',
  ABCL: 'java jss jvm ext extensions threads xp sequence format profiler',
  Clasp: 'core clos ext gctools mp clasp-debug clasp-ffi clasp-cleavir cleavir-env cmp llvm-sys gray sockets',
  'Clozure CL': 'ccl openmcl-socket openmcl-mop inspector gui objc',
  CLISP: 'ext ffi gray clos custom charset i18n os posix rawsock regexp screen socket sys system win32 mt linux',
  'CMUCL, Scieneer CL':
    'ext extensions alien alien-internals c-call c conditions debug di kernel lisp mp multiprocessing pcl mop ' +
    'clos-mop system sys unix vm bignum profile thread xlib hemlock wire',
  Corman: 'ct win win32 threads c-types sockets',
  'ECL, MKCL': 'ext si sys ffi clos mp c mt mkcl mk-ext gray sockets',
  GCL: 'si system compiler lisp user sloop',
  'Genera, Mezzano': 'scl si sys sys.int sct fs zwei dbg process tcp net cli conditions future-common-lisp time',
  LispWorks:
    'lispworks lw hcl mp mt fli comm clos dspec editor harlequin-common-lisp dbg scm sql stream system win32 ffi lcl',
  MCL: 'ccl traps digitool',
  'mocl, XCL': 'rt ext sys',
  SBCL: 'sb-.* sockint sequence',
  'of all': 'keyword asdf.* uiop.* ql.* quicklisp.* gc eval wait mezzano\\..*',
};
const provided = new RegExp(`^(${Object.values(implementationPackages).join(' ').replaceAll(' ', '|')})$`);

/** True for a package that comes with some implementation, ASDF or Quicklisp. */
export function isProvided(name: string): boolean {
  return isStandardPackage(name) || provided.test(name);
}
