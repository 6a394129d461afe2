package dev.mayfly.base.document;

/** One field of an index key. */
public record KeyPart(FieldPath path, boolean descending) {
    public static KeyPart ascending(String dotted) {
        return new KeyPart(FieldPath.of(dotted), false);
    }

    public static KeyPart descending(String dotted) {
        return new KeyPart(FieldPath.of(dotted), true);
    }
}
