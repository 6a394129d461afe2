package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.face.couchbase.bucket.Expiry;
import dev.mayfly.face.couchbase.wire.Status;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Virtual attributes, which no document stores and which are computed on request. */
final class Virtuals {
    private static final String DOCUMENT = "$document";
    /** An attribute of Mayfly, not of Couchbase Server. */
    private static final String LIFETIME = "$mayfly";

    private static final String CONTENTS = "$XTOC";
    private static final String VBUCKET = "$vbucket";
    private static final byte[] END = {'}'};

    private final EditedDocument subject;
    private final boolean seesSystem;
    private final LongSupplier nowMillis;
    private byte @Nullable [] document;

    /** @param nowMillis what the clock of CAS values shows, in milliseconds since the epoch */
    Virtuals(EditedDocument subject, boolean seesSystem, LongSupplier nowMillis) {
        this.subject = subject;
        this.seesSystem = seesSystem;
        this.nowMillis = nowMillis;
    }

    /** Looks up the path, whose first step names the attribute. */
    SubdocAnswer look(SubSpec spec) {
        String name = new String(spec.path(), 0, XattrKey.length(spec.path()), StandardCharsets.UTF_8);
        byte[] value = valueOf(name);
        if (value == null) {
            return new SubdocAnswer(Status.SUBDOC_XATTR_UNKNOWN_VATTR, null);
        }
        byte[] text = EditResult.spliced(value, 0, value.length, NewValue.ascii("{\"" + name + "\":"), value, END);
        return SubdocAnswer.of(PathEdit.run(spec.opcode(), text, spec.path(), spec.value(), false));
    }

    private byte @Nullable [] valueOf(String name) {
        return switch (name) {
            case DOCUMENT -> document();
            case LIFETIME -> lifetime();
            case PropertyLifetimes.NAME -> PropertyLifetimes.all(subject.xattrs());
            case CONTENTS -> Xattrs.names(subject.xattrs(), seesSystem);
            case VBUCKET ->
                NewValue.ascii("{\"HLC\":{\"mode\":\"real\",\"now\":\"" + nowMillis.getAsLong() / 1_000 + "\"}}");
            default -> null;
        };
    }

    /** When the document is gone, and after how many seconds: what lives has some left. */
    private byte[] lifetime() {
        long expiry = subject.facts().expiry();
        if (expiry == Expiry.NEVER || subject.deleted()) {
            return NewValue.ascii("{\"expiresAt\":null,\"timeLeft\":null}");
        }
        long gone = expiry + 1;
        return NewValue.ascii("{\"expiresAt\":" + gone + ",\"timeLeft\":"
                + (gone - Math.floorDiv(nowMillis.getAsLong(), 1_000L)) + "}");
    }

    private byte[] document() {
        byte[] known = document;
        if (known == null) {
            known = subject.facts().toJson();
            document = known;
        }
        return known;
    }

    /** Returns the part that a macro names of the document as it was, or null if there is no such thing. */
    byte @Nullable [] documentPart(String path) {
        byte[] document = document();
        if (path.isEmpty()) {
            return document;
        }
        byte[] text = path.getBytes(StandardCharsets.UTF_8);
        return text[0] == '.'
                ? Lookups.get(document, SubPath.parse(Arrays.copyOfRange(text, 1, text.length)))
                        .value()
                : null;
    }
}
