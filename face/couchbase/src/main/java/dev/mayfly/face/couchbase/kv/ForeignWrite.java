package dev.mayfly.face.couchbase.kv;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.KeyState;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.couchbase.bucket.Expiry;
import dev.mayfly.face.couchbase.bucket.MaxTtl;
import org.jspecify.annotations.Nullable;

/** Takes over a version of a document from another cluster: its CAS, its revision and its expiry, within the limit. */
final class ForeignWrite extends PendingWrite {
    private static final long MILLIS = 1_000;

    private final Locks locks;
    private final int ttlLimit;
    private final ForeignVersion version;

    ForeignWrite(CasClock clock, Locks locks, int ttlLimit, ForeignVersion version) {
        super(clock);
        this.locks = locks;
        this.ttlLimit = ttlLimit;
        this.version = version;
    }

    @Override
    public Decision decide(KeyState keyState, ReadView reading) {
        begin();
        Document current = keyState.live();
        long now = reading.now() / MILLIS;
        if (ttlLimit != MaxTtl.NONE) {
            requireTrust();
        }
        long expiry = Expiry.limited(version.expiry(), now, ttlLimit);
        Refusal obstacle = obstacle(current, keyState.tombstone(), expiry);
        if (obstacle != null) {
            return refuse(obstacle);
        }
        if (version.newCas()) {
            nextCas(current, keyState.tombstone());
        } else {
            setCas(version.meta().cas());
        }
        DocumentMeta given = version.meta();
        byte[] body = version.body();
        boolean isCopy = body != null && !version.newCas();
        byte[] meta =
                new DocumentMeta(cas(), given.rev(), given.flags(), given.datatype(), isCopy, given.xattrs()).toBytes();
        return body == null
                ? new Decision.Bury(version.cause(), meta)
                : new Decision.Put(body, Expiry.lifetime(expiry), meta);
    }

    private @Nullable Refusal obstacle(@Nullable Document current, @Nullable Tombstone tombstone, long expiry) {
        if (version.resolves() && isBehind(current, tombstone, expiry)) {
            return Refusal.EXISTS;
        }
        if (current == null) {
            return version.demanded() == WriteTerms.ANY_CAS ? null : Refusal.NOT_FOUND;
        }
        if (version.adds()) {
            return Refusal.EXISTS;
        }
        long cas = DocumentMeta.cas(current);
        if (cas == version.demanded()) {
            return null;
        }
        if (locks.holds(cas)) {
            return Refusal.LOCKED;
        }
        return version.demanded() == WriteTerms.ANY_CAS ? null : Refusal.EXISTS;
    }

    private boolean isBehind(@Nullable Document current, @Nullable Tombstone tombstone, long expiry) {
        if (current == null && tombstone == null) {
            return false;
        }
        DocumentMeta here = current != null ? DocumentMeta.of(current) : metaOf(tombstone);
        long expiryHere = current != null ? DocumentMeta.expiry(current) : goneAt(tombstone);
        boolean isDeletion = version.body() == null;
        boolean hasExpired = tombstone != null && tombstone.cause() == Tombstone.Cause.EXPIRED;
        if (hasExpired && version.meta().rev() == here.rev()) {
            if (isDeletion && version.cause() == Tombstone.Cause.EXPIRED) {
                // Both expired, each by its own clock: that is told once, whatever the instants.
                return true;
            }
            if (!isDeletion && version.meta().cas() == here.cas()) {
                // What is written right after a version replaces it, and so the version never expired.
                return false;
            }
        }
        return !version.rule().accepts(version.meta(), expiry, here, expiryHere, isDeletion);
    }

    private static DocumentMeta metaOf(@Nullable Tombstone tombstone) {
        return DocumentMeta.fromBytes(requireNonNull(tombstone).face());
    }

    private static long goneAt(@Nullable Tombstone tombstone) {
        return tombstone == null ? 0 : tombstone.goneAt() / MILLIS;
    }
}
