package dev.mayfly.face.couchbase.kv;

import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.KeyState;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.couchbase.bucket.Expiry;
import org.jspecify.annotations.Nullable;

/** An ordinary write of a document: what every one of them must obey before its editor is asked, and after. */
final class DocumentWrite extends PendingWrite {
    private static final long MILLIS = 1_000;

    private final Locks locks;
    private final long demanded;
    private final int ttlLimit;
    private final Editor editor;

    DocumentWrite(CasClock clock, Locks locks, long demanded, int ttlLimit, Editor editor) {
        super(clock);
        this.locks = locks;
        this.demanded = demanded;
        this.ttlLimit = ttlLimit;
        this.editor = editor;
    }

    @Override
    public Decision decide(KeyState keyState, ReadView reading) {
        Document current = keyState.live();
        begin();
        Refusal obstacle = current == null ? absence(keyState.tombstone()) : obstacle(current);
        if (obstacle != null) {
            return refuse(obstacle);
        }
        Tombstone tombstone = keyState.tombstone();
        Edit edit = editor.edit(new ExistingDocument(current, tombstone, reading.now(), nextCas(current, tombstone)));
        return switch (edit) {
            case Edit.Put put -> put(put, keyState, reading.now() / MILLIS);
            case Edit.Remove(int flags, byte[] xattrs) -> delete(flags, xattrs, keyState);
            case Edit.Keep _ -> Decision.KEEP;
            case Edit.Refuse(Refusal why) -> refuse(why);
        };
    }

    private @Nullable Refusal absence(@Nullable Tombstone tombstone) {
        if (demanded == WriteTerms.ANY_CAS) {
            return null;
        }
        if (tombstone == null || !editor.seesDeleted()) {
            return Refusal.NOT_FOUND;
        }
        return DocumentMeta.fromBytes(tombstone.face()).cas() == demanded ? null : Refusal.EXISTS;
    }

    private @Nullable Refusal obstacle(Document current) {
        long cas = DocumentMeta.cas(current);
        if (cas == demanded) {
            return null;
        }
        if (locks.holds(cas)) {
            return editor.mayMeetLock() ? null : Refusal.LOCKED;
        }
        return demanded == WriteTerms.ANY_CAS ? null : Refusal.EXISTS;
    }

    private static int[] inFace(int[] inXattrs) {
        int[] places = inXattrs.clone();
        for (int i = 0; i < places.length; i++) {
            places[i] += DocumentMeta.XATTRS_AT;
        }
        return places;
    }

    private Decision put(Edit.Put put, KeyState keyState, long now) {
        Document current = keyState.live();
        if (put.body().length + put.xattrs().length > Documents.VALUE_BYTES_MAX) {
            return refuse(Refusal.TOO_BIG);
        }
        if (put.rule().countsFromNow(put.expiry(), current, ttlLimit)) {
            requireTrust();
        }
        long expiry = put.rule().stored(put.expiry(), current, now, ttlLimit);
        if (expiry == Expiry.TOO_LATE) {
            return refuse(Refusal.EXPIRY_TOO_LATE);
        }
        long rev = nextRev(current, keyState.tombstone());
        DocumentMeta meta = new DocumentMeta(cas(), rev, put.flags(), put.datatype(), put.xattrs());
        return new Decision.Put(put.body(), Expiry.lifetime(expiry), meta.toBytes(), null, inFace(put.seqnoAt()));
    }

    private Decision delete(int flags, byte[] xattrs, KeyState keyState) {
        long rev = nextRev(keyState.live(), keyState.tombstone());
        DocumentMeta meta = new DocumentMeta(cas(), rev, flags, 0, xattrs);
        return new Decision.Bury(Tombstone.Cause.REMOVED, meta.toBytes());
    }
}
