import { Empty } from '../../components/states.tsx';

export default function WorkView() {
  return <Empty icon="work" title="work" />;
}
