package dev.mayfly.face.couchbase.kv;

import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.KeyState;
import dev.mayfly.engine.read.ReadView;
import org.jspecify.annotations.Nullable;

/** Locks a document: gives it another CAS, and changes nothing else. */
public final class LockWrite extends PendingWrite {
    private final Locks locks;
    private final int seconds;
    private boolean taken;
    private @Nullable Document document;

    LockWrite(CasClock clock, Locks locks, int seconds) {
        super(clock);
        this.locks = locks;
        this.seconds = seconds;
    }

    @Override
    public Decision decide(KeyState keyState, ReadView reading) {
        Document current = keyState.live();
        document = current;
        begin();
        giveUp();
        if (current == null) {
            return refuse(Refusal.NOT_FOUND);
        }
        if (locks.holds(DocumentMeta.cas(current))) {
            return refuse(Refusal.LOCKED_FOR_NOW);
        }
        taken = locks.take(nextCas(current, null), seconds);
        return taken ? locked(current) : refuse(Refusal.BUSY);
    }

    private Decision locked(Document current) {
        DocumentMeta meta = DocumentMeta.of(current);
        DocumentMeta after =
                new DocumentMeta(cas(), meta.rev(), meta.flags(), meta.datatype(), meta.isCopy(), meta.xattrs());
        return new Decision.Put(current.body(), current.stamp().lifetime(), after.toBytes());
    }

    /** Returns the document locked last, as it was before. */
    @Nullable
    public Document document() {
        return document;
    }

    /** Removes the note for a write that was not made. */
    void giveUp() {
        if (taken) {
            locks.release(cas());
            taken = false;
        }
    }
}
