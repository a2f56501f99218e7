import type { WorkDetail } from '../../core/api/index.ts';

interface ChangePaneProps {
  readonly taskId: string;
  readonly agentId: string;
  readonly files: NonNullable<WorkDetail['diff']>['files'];
}

export function ChangePane({ taskId, files }: ChangePaneProps) {
  return (
    <p>
      {taskId} {files.length}
    </p>
  );
}
