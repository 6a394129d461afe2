package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;

/** The shape that requests of a command have, and what one needs to send them. Immutable. */
public final class RequestShape {
    /** The longest key of a document. */
    public static final int KEY_BYTES_MAX = 250;

    private enum Part {
        NEVER,
        MAYBE,
        ALWAYS
    }

    private final Privilege privilege;
    private final boolean needsBucket;
    private final boolean isOfDocument;
    private final long extrasLengths;
    private final Part key;
    private final Part value;
    private final boolean mayBeDurable;
    private final boolean mayPreserve;

    private RequestShape(
            Privilege privilege,
            boolean needsBucket,
            boolean isOfDocument,
            long extrasLengths,
            Part key,
            Part value,
            boolean mayBeDurable,
            boolean mayPreserve) {
        this.privilege = privilege;
        this.needsBucket = needsBucket;
        this.isOfDocument = isOfDocument;
        this.extrasLengths = extrasLengths;
        this.key = key;
        this.value = value;
        this.mayBeDurable = mayBeDurable;
        this.mayPreserve = mayPreserve;
    }

    /**
     * Returns the shape of a command about the connection or the node: no bucket, no extras; key and value as they
     * come.
     */
    public static RequestShape connection(Privilege privilege) {
        return new RequestShape(privilege, false, false, 1, Part.MAYBE, Part.MAYBE, false, false);
    }

    /** Returns the shape of a command about the bucket as a whole: no extras; key and value as they come. */
    public static RequestShape bucket(Privilege privilege) {
        return new RequestShape(privilege, true, false, 1, Part.MAYBE, Part.MAYBE, false, false);
    }

    /** Returns the shape of a command about one document: its key, no extras, no value. */
    public static RequestShape document(Privilege privilege) {
        return new RequestShape(privilege, true, true, 1, Part.ALWAYS, Part.NEVER, false, false);
    }

    /** Returns this shape with extras of one of these lengths, each below 64. */
    public RequestShape extras(int... lengths) {
        long bits = 0;
        for (int length : lengths) {
            bits |= 1L << length;
        }
        return new RequestShape(privilege, needsBucket, isOfDocument, bits, key, value, mayBeDurable, mayPreserve);
    }

    public RequestShape noKey() {
        return withKey(Part.NEVER);
    }

    public RequestShape withKey() {
        return withKey(Part.ALWAYS);
    }

    private RequestShape withKey(Part newKey) {
        return new RequestShape(
                privilege, needsBucket, isOfDocument, extrasLengths, newKey, value, mayBeDurable, mayPreserve);
    }

    public RequestShape noValue() {
        return withValue(Part.NEVER);
    }

    /** A value that may be empty. */
    public RequestShape anyValue() {
        return withValue(Part.MAYBE);
    }

    public RequestShape someValue() {
        return withValue(Part.ALWAYS);
    }

    private RequestShape withValue(Part newValue) {
        return new RequestShape(
                privilege, needsBucket, isOfDocument, extrasLengths, key, newValue, mayBeDurable, mayPreserve);
    }

    /** May ask to survive more than usual. */
    public RequestShape durable() {
        return new RequestShape(privilege, needsBucket, isOfDocument, extrasLengths, key, value, true, mayPreserve);
    }

    /** May ask that an existing document keeps its expiry. */
    public RequestShape preserving() {
        return new RequestShape(privilege, needsBucket, isOfDocument, extrasLengths, key, value, mayBeDurable, true);
    }

    Privilege privilege() {
        return privilege;
    }

    boolean needsBucket() {
        return needsBucket;
    }

    boolean isOfDocument() {
        return isOfDocument;
    }

    boolean mayBeDurable() {
        return mayBeDurable;
    }

    boolean mayPreserve() {
        return mayPreserve;
    }

    /** Refuses a request of another shape. */
    void check(KvRequest request) {
        int extras = request.extrasLength();
        if (extras >= Long.SIZE || (extrasLengths >>> extras & 1) == 0) {
            throw new StatusException(Status.EINVAL, "Request must include extras of another length");
        }
        check(key, request.wholeKeyLength(), "Request must not include key", "Request must include key");
        check(value, request.valueLength(), "Request must not include value", "Request must include value");
        if (isOfDocument) {
            int length = request.keyLength();
            if (length == 0 || length > KEY_BYTES_MAX) {
                throw new StatusException(Status.EINVAL, "Key length exceeds 250, or the key is empty");
            }
        }
    }

    private static void check(Part part, int length, String superfluous, String missing) {
        if (part == Part.NEVER && length > 0) {
            throw new StatusException(Status.EINVAL, superfluous);
        }
        if (part == Part.ALWAYS && length == 0) {
            throw new StatusException(Status.EINVAL, missing);
        }
    }
}
