import Database from 'better-sqlite3';
import { z } from 'zod';

/** Texts that can be searched by words. */
export interface TextIndex {
  /**
   * The texts that hold any of the words, the best match first, with a weight above or equal to zero that grows with
   * the match.
   */
  search(query: string): readonly { readonly id: string; readonly weight: number }[];
}

/** Words beyond these make no search better. */
const maxWords = 64;
const maxMatches = 10_000;

const row = z.object({ id: z.string(), weight: z.number() });

/**
 * A full-text index in memory: SQLite's FTS5 with BM25, English word stems, without accents. It lives in this room
 * because SQLite does; it has nothing to do with a ledger. The memory is freed with the index.
 */
export function createTextIndex(texts: readonly { readonly id: string; readonly text: string }[]): TextIndex {
  const connection = new Database(':memory:');
  connection.exec(
    "CREATE VIRTUAL TABLE texts USING fts5(id UNINDEXED, text, tokenize = 'porter unicode61 remove_diacritics 2')",
  );
  const insert = connection.prepare('INSERT INTO texts (id, text) VALUES (?, ?)');
  connection.transaction(() => {
    for (const { id, text } of texts) insert.run(id, text);
  })();
  const select = connection.prepare(
    'SELECT id, max(-bm25(texts), 0) AS weight FROM texts WHERE texts MATCH ? ORDER BY bm25(texts), rowid LIMIT ?',
  );
  return {
    search: (query) => {
      const words = [...query.matchAll(/[\p{L}\p{N}]+(?:[.,][\p{L}\p{N}]+)*/gu)].slice(0, maxWords);
      if (words.length === 0) return [];
      // In quotes a word is only a word: none of the query is read as FTS5 syntax.
      const expression = words.map(([word]) => `"${word}"`).join(' OR ');
      return z.array(row).parse(select.all(expression, maxMatches));
    },
  };
}
