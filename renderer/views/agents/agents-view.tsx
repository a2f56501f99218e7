import { Empty } from '../../components/states.tsx';

export default function AgentsView() {
  return <Empty icon="work" title="agents" />;
}
