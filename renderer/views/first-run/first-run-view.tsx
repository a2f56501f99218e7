import { Empty } from '../../components/states.tsx';

export default function FirstRunView() {
  return <Empty icon="work" title="first-run" />;
}
