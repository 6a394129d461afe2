package dev.mayfly.face.couchbase.wire;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The opcodes of requests. A quiet form is its own opcode and names the loud one, which does the work. */
public enum Opcode {
    GET(0x00),
    SET(0x01),
    ADD(0x02),
    REPLACE(0x03),
    DELETE(0x04),
    INCREMENT(0x05),
    DECREMENT(0x06),
    QUIT(0x07),
    FLUSH(0x08),
    GETQ(0x09, GET, Quiet.MISS),
    NOOP(0x0a),
    VERSION(0x0b),
    GETK(0x0c),
    GETKQ(0x0d, GETK, Quiet.MISS),
    APPEND(0x0e),
    PREPEND(0x0f),
    STAT(0x10),
    SETQ(0x11, SET, Quiet.SUCCESS),
    ADDQ(0x12, ADD, Quiet.SUCCESS),
    REPLACEQ(0x13, REPLACE, Quiet.SUCCESS),
    DELETEQ(0x14, DELETE, Quiet.SUCCESS),
    INCREMENTQ(0x15, INCREMENT, Quiet.SUCCESS),
    DECREMENTQ(0x16, DECREMENT, Quiet.SUCCESS),
    QUITQ(0x17, QUIT, Quiet.SUCCESS),
    FLUSHQ(0x18, FLUSH, Quiet.SUCCESS),
    APPENDQ(0x19, APPEND, Quiet.SUCCESS),
    PREPENDQ(0x1a, PREPEND, Quiet.SUCCESS),
    VERBOSITY(0x1b),
    TOUCH(0x1c),
    GAT(0x1d),
    GATQ(0x1e, GAT, Quiet.MISS),
    HELLO(0x1f),
    SASL_LIST_MECHS(0x20),
    SASL_AUTH(0x21),
    SASL_STEP(0x22),
    IOCTL_GET(0x23),
    IOCTL_SET(0x24),
    GET_ALL_VB_SEQNOS(0x48),
    DCP_OPEN(0x50),
    DCP_ADD_STREAM(0x51),
    DCP_CLOSE_STREAM(0x52),
    DCP_STREAM_REQUEST(0x53),
    DCP_GET_FAILOVER_LOG(0x54),
    DCP_STREAM_END(0x55),
    DCP_SNAPSHOT_MARKER(0x56),
    DCP_MUTATION(0x57),
    DCP_DELETION(0x58),
    DCP_EXPIRATION(0x59),
    DCP_NOOP(0x5c),
    DCP_BUFFER_ACKNOWLEDGEMENT(0x5d),
    DCP_CONTROL(0x5e),
    DCP_SYSTEM_EVENT(0x5f),
    DCP_SEQNO_ADVANCED(0x64),
    SET_PARAM(0x82),
    GET_REPLICA(0x83),
    LIST_BUCKETS(0x87),
    SELECT_BUCKET(0x89),
    OBSERVE_SEQNO(0x91),
    OBSERVE(0x92),
    EVICT_KEY(0x93),
    GET_LOCKED(0x94),
    UNLOCK_KEY(0x95),
    GET_FAILOVER_LOG(0x96),
    GET_META(0xa0),
    GETQ_META(0xa1, GET_META, Quiet.MISS),
    SET_WITH_META(0xa2),
    SETQ_WITH_META(0xa3, SET_WITH_META, Quiet.SUCCESS),
    ADD_WITH_META(0xa4),
    ADDQ_WITH_META(0xa5, ADD_WITH_META, Quiet.SUCCESS),
    DEL_WITH_META(0xa8),
    DELQ_WITH_META(0xa9, DEL_WITH_META, Quiet.SUCCESS),
    COMPACT_DB(0xb3),
    GET_CLUSTER_CONFIG(0xb5),
    GET_RANDOM_KEY(0xb6),
    GET_COLLECTIONS_MANIFEST(0xba),
    GET_COLLECTION_ID(0xbb),
    GET_SCOPE_ID(0xbc),
    SUBDOC_GET(0xc5),
    SUBDOC_EXISTS(0xc6),
    SUBDOC_DICT_ADD(0xc7),
    SUBDOC_DICT_UPSERT(0xc8),
    SUBDOC_DELETE(0xc9),
    SUBDOC_REPLACE(0xca),
    SUBDOC_ARRAY_PUSH_LAST(0xcb),
    SUBDOC_ARRAY_PUSH_FIRST(0xcc),
    SUBDOC_ARRAY_INSERT(0xcd),
    SUBDOC_ARRAY_ADD_UNIQUE(0xce),
    SUBDOC_COUNTER(0xcf),
    SUBDOC_MULTI_LOOKUP(0xd0),
    SUBDOC_MULTI_MUTATION(0xd1),
    SUBDOC_GET_COUNT(0xd2),
    SUBDOC_REPLACE_BODY_WITH_XATTR(0xd3),
    RANGE_SCAN_CREATE(0xda),
    RANGE_SCAN_CONTINUE(0xdb),
    RANGE_SCAN_CANCEL(0xdc),
    GET_CMD_TIMER(0xf3),
    ADJUST_TIMEOFDAY(0xfc),
    GET_ERROR_MAP(0xfe);

    /** The answers that a quiet form leaves out. */
    private enum Quiet {
        NOTHING,
        MISS,
        SUCCESS
    }

    private static final @Nullable Opcode[] BY_CODE = new @Nullable Opcode[256];

    static {
        for (Opcode opcode : values()) {
            BY_CODE[opcode.code] = opcode;
        }
    }

    private final int code;
    private final String word = name().toLowerCase(Locale.ROOT);
    private final Opcode loud;
    private final Quiet quiet;

    Opcode(int code) {
        this.code = code;
        this.loud = this;
        this.quiet = Quiet.NOTHING;
    }

    Opcode(int code, Opcode loud, Quiet quiet) {
        this.code = code;
        this.loud = loud;
        this.quiet = quiet;
    }

    /** The opcode of this byte, or null if there is none. */
    public static @Nullable Opcode of(int code) {
        return BY_CODE[code & 0xff];
    }

    public int code() {
        return code;
    }

    /** Returns its name in metrics. */
    public String word() {
        return word;
    }

    /** Itself, or what it is the quiet form of. */
    public Opcode loud() {
        return loud;
    }

    public boolean isQuiet() {
        return quiet != Quiet.NOTHING;
    }

    /** Returns whether an answer of this status is not sent. */
    public boolean swallows(Status status) {
        return switch (quiet) {
            case NOTHING -> false;
            case MISS -> status == Status.KEY_ENOENT;
            case SUCCESS -> status == Status.SUCCESS;
        };
    }
}
