package dev.mayfly.face.couchbase.subdoc;

import static dev.mayfly.face.couchbase.subdoc.DocFlags.ACCESSES_DELETED;
import static dev.mayfly.face.couchbase.subdoc.DocFlags.ADDS;
import static dev.mayfly.face.couchbase.subdoc.DocFlags.CREATES_DELETED;
import static dev.mayfly.face.couchbase.subdoc.DocFlags.MAKES;
import static dev.mayfly.face.couchbase.subdoc.DocFlags.READS_REPLICA;
import static dev.mayfly.face.couchbase.subdoc.DocFlags.REVIVES;
import static dev.mayfly.face.couchbase.subdoc.PathFlags.BINARY;
import static dev.mayfly.face.couchbase.subdoc.PathFlags.EXPANDS_MACROS;
import static dev.mayfly.face.couchbase.subdoc.PathFlags.MAKES_PARENTS;
import static dev.mayfly.face.couchbase.subdoc.PathFlags.XATTR;

import org.jspecify.annotations.Nullable;

/** The operations on a part of a document, and the flags that a request for each may set. */
enum SubOpcode {
    GET_DOC(0x00, Kind.WHOLE_LOOKUP, 0, Flags.LOOKUP),
    SET_DOC(0x01, Kind.WHOLE_MUTATION, 0, MAKES | ADDS),
    DELETE_DOC(0x04, Kind.WHOLE_MUTATION, 0, Flags.OLD),
    GET(0xc5, Kind.LOOKUP, XATTR | BINARY, Flags.LOOKUP),
    EXISTS(0xc6, Kind.LOOKUP, XATTR, Flags.LOOKUP),
    DICT_ADD(0xc7, Kind.MUTATION, MAKES_PARENTS | Flags.VALUE | BINARY, Flags.NEW),
    DICT_UPSERT(0xc8, Kind.MUTATION, MAKES_PARENTS | Flags.VALUE | BINARY, Flags.NEW),
    DELETE(0xc9, Kind.MUTATION, XATTR, Flags.OLD),
    REPLACE(0xca, Kind.MUTATION, Flags.VALUE | BINARY, Flags.OLD | ADDS),
    ARRAY_PUSH_LAST(0xcb, Kind.MUTATION, MAKES_PARENTS | Flags.VALUE, Flags.NEW),
    ARRAY_PUSH_FIRST(0xcc, Kind.MUTATION, MAKES_PARENTS | Flags.VALUE, Flags.NEW),
    ARRAY_INSERT(0xcd, Kind.MUTATION, Flags.VALUE, Flags.OLD | ADDS | CREATES_DELETED),
    ARRAY_ADD_UNIQUE(0xce, Kind.MUTATION, MAKES_PARENTS | XATTR, Flags.NEW),
    COUNTER(0xcf, Kind.MUTATION, MAKES_PARENTS | XATTR, Flags.NEW),
    GET_COUNT(0xd2, Kind.LOOKUP, XATTR, Flags.LOOKUP),
    REPLACE_BODY_WITH_XATTR(0xd3, Kind.MUTATION, XATTR | BINARY, Flags.OLD);

    private enum Kind {
        WHOLE_LOOKUP,
        WHOLE_MUTATION,
        LOOKUP,
        MUTATION
    }

    private static final class Flags {
        static final int LOOKUP = ACCESSES_DELETED | REVIVES | READS_REPLICA;
        static final int OLD = ACCESSES_DELETED | REVIVES;
        static final int NEW = OLD | MAKES | ADDS | CREATES_DELETED;
        static final int VALUE = XATTR | EXPANDS_MACROS;
    }

    private static final @Nullable SubOpcode[] BY_CODE = new @Nullable SubOpcode[256];

    static {
        for (SubOpcode opcode : values()) {
            BY_CODE[opcode.code] = opcode;
        }
    }

    private final int code;
    private final Kind kind;
    private final int pathFlags;
    private final int docFlags;

    SubOpcode(int code, Kind kind, int pathFlags, int docFlags) {
        this.code = code;
        this.kind = kind;
        this.pathFlags = pathFlags;
        this.docFlags = docFlags;
    }

    /** The operation of this byte, or null if there is none. */
    static @Nullable SubOpcode of(int code) {
        return BY_CODE[code & 0xff];
    }

    /** The flags of a path that may stand with it. */
    int pathFlags() {
        return pathFlags;
    }

    int requiredPathFlags() {
        return this == REPLACE_BODY_WITH_XATTR ? XATTR : 0;
    }

    int docFlags() {
        return docFlags;
    }

    boolean isMutation() {
        return kind == Kind.MUTATION || kind == Kind.WHOLE_MUTATION;
    }

    /** Returns whether it is about the document as a whole, hence without a path. */
    boolean isWhole() {
        return kind == Kind.WHOLE_LOOKUP || kind == Kind.WHOLE_MUTATION;
    }

    boolean takesValue() {
        return isMutation() && this != DELETE_DOC && this != DELETE && this != REPLACE_BODY_WITH_XATTR;
    }

    boolean answersValue() {
        return this == GET || this == GET_COUNT || this == GET_DOC || this == COUNTER;
    }

    boolean allowsEmptyPath() {
        return switch (this) {
            case GET_DOC, SET_DOC, DELETE_DOC, ARRAY_PUSH_LAST, ARRAY_PUSH_FIRST, ARRAY_ADD_UNIQUE, GET_COUNT -> true;
            case GET, EXISTS, DICT_ADD, DICT_UPSERT, DELETE, REPLACE, ARRAY_INSERT, COUNTER, REPLACE_BODY_WITH_XATTR ->
                false;
        };
    }
}
