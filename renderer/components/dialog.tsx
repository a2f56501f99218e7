import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from './button.tsx';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly width?: 'narrow' | 'wide';
  readonly children: ReactNode;
}

/** A modal dialog: it owns the keys and the focus until it is closed, and gives the focus back. */
export function Dialog({ title, isOpen, onClose, width = 'narrow', children }: DialogProps) {
  return (
    <ModalOverlay className="dialog-backdrop" isOpen={isOpen} isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className={`dialog dialog-${width}`}>
        <AriaDialog className="dialog-content">
          <header className="dialog-head">
            <Heading slot="title">{title}</Heading>
            <IconButton icon="close" label="Close" onClick={onClose} />
          </header>
          <div className="dialog-body">{children}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
