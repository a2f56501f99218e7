import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from './button.tsx';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly width?: 'narrow' | 'wide';
  /** The content is only read, so that the keyboard needs the text itself to scroll it. */
  readonly isText?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog: it owns the keys and the focus until it is closed, and gives the focus back. */
export function Dialog({ title, isOpen, onClose, width = 'narrow', isText = false, children }: DialogProps) {
  return (
    <ModalOverlay className="dialog-backdrop" isOpen={isOpen} isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className={`dialog dialog-${width}`}>
        <AriaDialog className="dialog-content">
          <header className="dialog-head">
            <Heading slot="title">{title}</Heading>
            <IconButton icon="close" label="Close" onClick={onClose} />
          </header>
          <div className="dialog-body" {...(isText ? { tabIndex: 0, role: 'region', 'aria-label': title } : {})}>
            {children}
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
