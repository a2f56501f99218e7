import type { ApiReply } from '../core/api/index.ts';

export type Pending = Promise<ApiReply>;
