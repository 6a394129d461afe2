package dev.mayfly.base.document;

import dev.mayfly.base.document.MalformedDocumentException.Fault;

/**
 * Decides whether bytes from outside are one well-formed BSON document.
 *
 * <p>Keeps its own stack, so that no input can exhaust the thread's. Every length is checked in a long before it is
 * used, against the end of the innermost document it stands in.
 */
public final class BsonValidator {
    public static final int DEPTH_MAX = 100;

    private static final int DOCUMENT_LEAST = 5;

    private final byte[] bytes;

    /** The ends of the open documents, innermost last: the position of their last byte, which is zero. */
    private final int[] ends;

    private int depth;
    private int at;
    private int end;

    private BsonValidator(byte[] bytes, int depthMax) {
        this.bytes = bytes;
        this.ends = new int[depthMax];
    }

    /**
     * Returns when the span is exactly one document.
     *
     * @throws MalformedDocumentException when it is not
     */
    public static void validate(byte[] bytes, int offset, int length, int depthMax) {
        if (offset < 0 || length < DOCUMENT_LEAST || (long) offset + length > bytes.length) {
            throw new MalformedDocumentException(Fault.LENGTH, offset);
        }
        new BsonValidator(bytes, depthMax).run(offset, length);
    }

    private void run(int offset, int length) {
        at = offset;
        end = offset + length;
        open();
        if (end != offset + length - 1) {
            throw fault(Fault.TRAILING_BYTES);
        }
        while (depth > 0) {
            if (at == end) {
                close();
            } else {
                element();
            }
        }
    }

    /** Enters the document whose length is at the current position. */
    private void open() {
        if (depth == ends.length) {
            throw fault(Fault.TOO_DEEP);
        }
        need(4);
        long size = BsonLayout.intAt(bytes, at);
        if (size < DOCUMENT_LEAST || at + size > end) {
            throw fault(Fault.LENGTH);
        }
        int last = (int) (at + size - 1);
        if (bytes[last] != 0) {
            throw fault(Fault.UNTERMINATED);
        }
        ends[depth++] = last;
        end = last;
        at += 4;
    }

    private void close() {
        at = end + 1;
        depth--;
        if (depth > 0) {
            end = ends[depth - 1];
        }
    }

    private void element() {
        byte type = bytes[at];
        if (type == 0) {
            throw fault(Fault.LENGTH);
        }
        at++;
        terminated();
        switch (type) {
            case BsonLayout.INT32 -> skip(4);
            case BsonLayout.DOUBLE, BsonLayout.DATE, BsonLayout.TIMESTAMP, BsonLayout.INT64 -> skip(8);
            case BsonLayout.OBJECT_ID -> skip(12);
            case BsonLayout.DECIMAL128 -> skip(16);
            case BsonLayout.UNDEFINED, BsonLayout.NULL, BsonLayout.MIN_KEY, BsonLayout.MAX_KEY -> skip(0);
            case BsonLayout.BOOLEAN -> bool();
            case BsonLayout.STRING, BsonLayout.JAVASCRIPT, BsonLayout.SYMBOL -> string();
            case BsonLayout.DOCUMENT, BsonLayout.ARRAY -> open();
            case BsonLayout.BINARY -> binary();
            case BsonLayout.REGEX -> {
                terminated();
                terminated();
            }
            case BsonLayout.DB_POINTER -> {
                string();
                skip(12);
            }
            case BsonLayout.JAVASCRIPT_WITH_SCOPE -> scoped();
            default -> throw fault(Fault.UNKNOWN_TYPE);
        }
    }

    private void bool() {
        need(1);
        if (bytes[at] != 0 && bytes[at] != 1) {
            throw fault(Fault.BAD_VALUE);
        }
        skip(1);
    }

    private void string() {
        need(4);
        long size = BsonLayout.intAt(bytes, at);
        if (size < 1 || at + 4 + size > end) {
            throw fault(Fault.LENGTH);
        }
        int last = (int) (at + 4 + size - 1);
        if (bytes[last] != 0) {
            throw fault(Fault.UNTERMINATED);
        }
        utf8(at + 4, last);
        at = last + 1;
    }

    private void binary() {
        need(5);
        long size = BsonLayout.intAt(bytes, at);
        if (size < 0 || at + 5 + size > end) {
            throw fault(Fault.LENGTH);
        }
        if (bytes[at + 4] == BsonTrees.OLD_BINARY && (size < 4 || BsonLayout.intAt(bytes, at + 5) != size - 4)) {
            throw fault(Fault.LENGTH);
        }
        at = (int) (at + 5 + size);
    }

    /** Code and its scope: the whole has a length of its own, which the two must fill. */
    private void scoped() {
        int start = at;
        need(4);
        long size = BsonLayout.intAt(bytes, at);
        if (start + size > end) {
            throw fault(Fault.LENGTH);
        }
        at += 4;
        string();
        need(4);
        if (at + (long) BsonLayout.intAt(bytes, at) != start + size) {
            throw fault(Fault.LENGTH);
        }
        open();
    }

    private void terminated() {
        int from = at;
        while (at < end && bytes[at] != 0) {
            at++;
        }
        if (at == end) {
            throw fault(Fault.UNTERMINATED);
        }
        utf8(from, at);
        at++;
    }

    private void utf8(int from, int until) {
        int faultAt = Utf8.firstFault(bytes, from, until);
        if (faultAt >= 0) {
            throw new MalformedDocumentException(Fault.BAD_UTF8, faultAt);
        }
    }

    private void need(int count) {
        if ((long) at + count > end) {
            throw fault(Fault.LENGTH);
        }
    }

    private void skip(int count) {
        need(count);
        at += count;
    }

    private MalformedDocumentException fault(Fault fault) {
        return new MalformedDocumentException(fault, at);
    }
}
