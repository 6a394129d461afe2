package dev.mayfly.face.couchbase.kv;

import dev.mayfly.engine.Decision;
import dev.mayfly.engine.Document;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.Remains;
import org.jspecify.annotations.Nullable;

/** Locks a document: gives it another CAS, and changes nothing else. */
final class LockWrite extends PendingWrite {
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
    public Decision decide(Remains remains, Reading reading) {
        Document current = remains.live();
        document = current;
        begin();
        giveUp();
        if (current == null) {
            return refuse(Refusal.NOT_FOUND);
        }
        if (locks.holds(DocumentMeta.cas(current))) {
            return refuse(Refusal.LOCKED_FOR_NOW);
        }
        taken = locks.take(nextCas(current), seconds);
        return taken ? locked(current) : refuse(Refusal.BUSY);
    }

    private Decision locked(Document current) {
        DocumentMeta meta = DocumentMeta.of(current);
        DocumentMeta after = new DocumentMeta(cas(), meta.rev(), meta.flags(), meta.datatype(), meta.xattrs());
        return new Decision.Put(current.body(), current.stamp().lifetime(), after.toBytes());
    }

    /** What was locked last, as it was before. */
    @Nullable
    Document document() {
        return document;
    }

    /** Takes back what was noted for a write that was not made. */
    void giveUp() {
        if (taken) {
            locks.release(cas());
            taken = false;
        }
    }
}
