package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.face.api.PropertyIndexes;
import dev.mayfly.face.couchbase.bucket.Expiry;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lifetimes that clients give to properties of a document by the attribute {@code $ttl}, an addition of Mayfly's: {@code
 * $ttl.login.code} is the expiry of {@code login.code}, as the protocol has expiries. Safe for concurrent use.
 */
public final class PropertyLifetimes {
    /*
     * What is written as $ttl is kept as the system's attribute _ttl, whose members stand as the properties do in the body, each
     * with the second in which the property lives last. So it is copied, streamed and kept over writes of the whole document as
     * any attribute is. The rule of the collection that lets the engine look there is made by the first such write for a path.
     */
    static final String NAME = "$ttl";

    /** The largest number of properties that may have lifetimes of their own in a collection. */
    private static final int PATHS_MAX = 16;

    private static final byte[] VIRTUAL = NAME.getBytes(StandardCharsets.US_ASCII);
    private static final byte[] KEPT = "_ttl".getBytes(StandardCharsets.US_ASCII);
    private static final long MILLIS = 1_000;

    private final ReentrantLock making = new ReentrantLock();

    /** Returns true if an operation is about the lifetime of a property, or of all. */
    static boolean isOf(SubSpec spec) {
        return spec.isXattr()
                && XattrKey.length(spec.path()) == VIRTUAL.length
                && Arrays.equals(spec.path(), 0, VIRTUAL.length, VIRTUAL, 0, VIRTUAL.length);
    }

    /** Returns true if a request may be about such a lifetime. */
    static boolean isIn(KvRequest request) {
        return Datatype.isSnappy(request.datatype()) || request.valueContains(VIRTUAL);
    }

    /** Refuses an operation that no lifetime can have. */
    static void check(SubSpec spec) {
        switch (spec.opcode()) {
            case DICT_ADD, DICT_UPSERT, REPLACE -> {
                property(spec);
                if (asked(spec) < 0) {
                    throw new StatusException(Status.SUBDOC_VALUE_CANTINSERT, "An expiry is a number of seconds");
                }
            }
            case DELETE -> property(spec);
            default -> throw new StatusException(Status.SUBDOC_XATTR_CANT_MODIFY_VATTR);
        }
    }

    /** The property that an operation names. */
    private static FieldPath property(SubSpec spec) {
        String path = new String(spec.path(), StandardCharsets.UTF_8);
        boolean isNamed = path.length() > NAME.length() + 1 && path.charAt(NAME.length()) == '.';
        FieldPath property = FieldPath.of(isNamed ? path.substring(NAME.length() + 1) : "");
        boolean isPlain = property.names().stream()
                .noneMatch(name -> name.isEmpty()
                        || name.startsWith("$")
                        || name.chars().anyMatch(c -> "[]`\"\\".indexOf(c) >= 0)
                        || FieldPath.positionOf(name) >= 0);
        if (!isPlain) {
            throw new StatusException(
                    Status.SUBDOC_PATH_EINVAL, "A lifetime is of a property, such as $ttl.login.code");
        }
        return property;
    }

    /** The number that an operation brings, or -1 for none. */
    private static long asked(SubSpec spec) {
        String text = new String(spec.value(), StandardCharsets.UTF_8).strip();
        try {
            long number = Long.parseLong(text);
            return number > Expiry.MAX ? -1 : number;
        } catch (NumberFormatException _) {
            return -1;
        }
    }

    /** Makes the rules that the operations of a request rest on, where they are not there yet; may take as long as an index. */
    void require(Collection collection, SubdocRequest request) {
        for (SubSpec spec : request.specs()) {
            if (spec.opcode().isMutation() && isOf(spec)) {
                require(collection, property(spec));
            }
        }
    }

    private void require(Collection collection, FieldPath path) {
        if (isThere(collection, path)) {
            return;
        }
        making.lock();
        try {
            if (!isThere(collection, path)) {
                collection.definition().createIndex(PropertyIndexes.ofOwn(path));
            }
        } finally {
            making.unlock();
        }
    }

    private static boolean isThere(Collection collection, FieldPath path) {
        int others = 0;
        for (QueueDefinition queue : collection.record().queues()) {
            PropertyTerm term = queue.property();
            if (term != null && queue.isKept() && term.start() == PropertyTerm.Start.OWN) {
                if (term.path().equals(path)) {
                    return true;
                }
                others++;
            }
        }
        if (others >= PATHS_MAX) {
            throw new StatusException(
                    Status.E2BIG, "A collection has at most " + PATHS_MAX + " properties with lifetimes of their own");
        }
        return false;
    }

    /** Carries out a change of a lifetime on the attributes; 0 takes it away, as for a document. */
    static EditResult edit(SubSpec spec, byte[] xattrs, long nowMillis) {
        byte[] path = EditResult.spliced(spec.path(), 0, VIRTUAL.length, KEPT);
        long now = Math.floorDiv(nowMillis, MILLIS);
        long expiry = spec.opcode() == SubOpcode.DELETE ? Expiry.NEVER : Expiry.asked(asked(spec), now);
        if (expiry == Expiry.NEVER) {
            EditResult left = PathEdit.run(SubOpcode.DELETE, xattrs, path, new byte[0], false);
            boolean isFine = left.isSuccess() || spec.opcode() == SubOpcode.DELETE;
            return isFine ? left : EditResult.changed(xattrs);
        }
        if (expiry == Expiry.TOO_LATE || expiry < now) {
            return EditResult.failed(xattrs, Status.ERANGE);
        }
        return PathEdit.run(spec.opcode(), xattrs, path, NewValue.ascii(Long.toString(expiry)), true);
    }

    /** The lifetimes of a document's properties, as the text of a JSON object. */
    static byte[] all(byte[] xattrs) {
        byte[] kept = xattrs.length == 0
                ? null
                : Lookups.get(xattrs, SubPath.parse(KEPT)).value();
        return kept == null ? NewValue.ascii("{}") : kept;
    }

    /**
     * Returns when a property dies by these attributes, in milliseconds since the epoch, or no deadline: it lives until its second
     * is over, as a document does.
     */
    public static long end(FieldPath property, byte[] xattrs) {
        if (xattrs.length == 0) {
            return Deadlines.NO_DEADLINE;
        }
        byte[] path = ("_ttl." + property.dotted()).getBytes(StandardCharsets.UTF_8);
        byte[] value = Lookups.get(xattrs, SubPath.parse(path)).value();
        if (value == null) {
            return Deadlines.NO_DEADLINE;
        }
        try {
            long expiry = Long.parseLong(new String(value, StandardCharsets.US_ASCII).strip());
            return expiry > 0 && expiry <= Expiry.MAX ? (expiry + 1) * MILLIS : Deadlines.NO_DEADLINE;
        } catch (NumberFormatException _) {
            return Deadlines.NO_DEADLINE;
        }
    }
}
