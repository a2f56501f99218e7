import { Empty } from '../../components/states.tsx';

export default function LedgerView() {
  return <Empty icon="work" title="ledger" />;
}
