package dev.mayfly.test.couchbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/** Every opcode that clients send, once, in an order in which each finds what it needs. */
final class OpcodeTour {
    /** No answer comes, since a quiet request has gone well. */
    static final int SILENT = -1;

    private static final byte[] FLAGS_AND_EXPIRY = new byte[8];

    private OpcodeTour() {}

    /**
     * One opcode.
     *
     * @param frame that shows it
     * @param status that it must be answered with
     */
    record Entry(String name, Frame frame, int status) {
        boolean isSupported() {
            return status != Wire.UNKNOWN_COMMAND && status != Wire.NOT_SUPPORTED;
        }

        String code() {
            return String.format("0x%02x", frame.opcode());
        }
    }

    static List<Entry> all() {
        List<Entry> tour = new ArrayList<>();
        documents(tour);
        quietly(tour);
        counters(tour);
        withMetadata(tour);
        parts(tour);
        around(tour);
        missing(tour);
        return tour;
    }

    private static void add(List<Entry> tour, String name, Frame frame, int status) {
        tour.add(new Entry(name, frame, status));
    }

    private static void add(List<Entry> tour, String name, Frame frame) {
        add(tour, name, frame, Wire.OK);
    }

    private static Frame key(int opcode, String key) {
        return Frame.of(opcode, key).collection(0);
    }

    private static Frame store(int opcode, String key) {
        return key(opcode, key).extras(FLAGS_AND_EXPIRY).value("{\"n\":1,\"a\":[1]}");
    }

    private static void documents(List<Entry> tour) {
        add(tour, "SET", store(0x01, "tour"));
        add(tour, "ADD", store(0x02, "added"));
        add(tour, "REPLACE", store(0x03, "tour"));
        add(tour, "GET", key(0x00, "tour"));
        add(tour, "GETK", key(0x0c, "tour"));
        add(tour, "GET_REPLICA", key(0x83, "tour"), Wire.NOT_MY_VBUCKET);
        add(tour, "GET_RANDOM_KEY", Frame.of(0xb6).vbucket(0));
        add(tour, "TOUCH", key(0x1c, "tour").extras(Frame.u32(1_000)));
        add(tour, "GAT", key(0x1d, "tour").extras(Frame.u32(1_000)));
        add(tour, "GET_LOCKED", key(0x94, "added").extras(Frame.u32(15)));
        add(tour, "UNLOCK_KEY", key(0x95, "added").cas(1), Wire.LOCKED);
        add(tour, "DELETE", key(0x04, "missing"), Wire.KEY_ENOENT);
        add(tour, "APPEND", key(0x0e, "tour").value(" "));
        add(tour, "PREPEND", key(0x0f, "tour").value(" "));
    }

    private static void quietly(List<Entry> tour) {
        add(tour, "GETQ", key(0x09, "missing"), SILENT);
        add(tour, "GETKQ", key(0x0d, "missing"), SILENT);
        add(tour, "SETQ", store(0x11, "tour"), SILENT);
        add(tour, "ADDQ", store(0x12, "quiet"), SILENT);
        add(tour, "REPLACEQ", store(0x13, "tour"), SILENT);
        add(tour, "APPENDQ", key(0x19, "tour").value(" "), SILENT);
        add(tour, "PREPENDQ", key(0x1a, "tour").value(" "), SILENT);
        add(tour, "DELETEQ", key(0x14, "quiet"), SILENT);
        add(tour, "GATQ", key(0x1e, "missing").extras(Frame.u32(10)), SILENT);
    }

    private static Frame count(int opcode, String key) {
        return Frame.count(opcode, key, 1, 5, 0).collection(0);
    }

    private static void counters(List<Entry> tour) {
        add(tour, "INCREMENT", count(0x05, "count"));
        add(tour, "DECREMENT", count(0x06, "count"));
        add(tour, "INCREMENTQ", count(0x15, "count"), SILENT);
        add(tour, "DECREMENTQ", count(0x16, "count"), SILENT);
    }

    private static Frame meta(int opcode, String key, long revision) {
        byte[] meta = Frame.concat(Frame.u32(0), Frame.u32(0), Frame.u64(revision), Frame.u64(revision));
        return key(opcode, key).extras(meta);
    }

    private static void withMetadata(List<Entry> tour) {
        add(tour, "GET_META", key(0xa0, "tour").extras(new byte[] {2}));
        add(tour, "GETQ_META", key(0xa1, "missing").extras(new byte[] {2}), SILENT);
        add(tour, "SET_WITH_META", meta(0xa2, "meta", 100).value("{}"));
        add(tour, "SETQ_WITH_META", meta(0xa3, "meta", 101).value("{}"), SILENT);
        add(tour, "ADD_WITH_META", meta(0xa4, "meta2", 100).value("{}"));
        add(tour, "ADDQ_WITH_META", meta(0xa5, "meta3", 100).value("{}"), SILENT);
        add(tour, "DEL_WITH_META", meta(0xa8, "meta", 102));
        add(tour, "DELQ_WITH_META", meta(0xa9, "meta2", 102), SILENT);
    }

    /** A request about one path: the length of it and the path's flags, then the path and a value. */
    private static Frame part(int opcode, String path, String value) {
        byte[] name = path.getBytes(UTF_8);
        byte[] extras = {0, (byte) name.length, 0};
        return key(opcode, "parts").extras(extras).value(Frame.concat(name, value.getBytes(UTF_8)));
    }

    private static byte[] spec(int opcode, String path, String value) {
        byte[] name = path.getBytes(UTF_8);
        byte[] bytes = value.getBytes(UTF_8);
        byte[] head = {(byte) opcode, 0, 0, (byte) name.length};
        return value.isEmpty() ? Frame.concat(head, name) : Frame.concat(head, Frame.u32(bytes.length), name, bytes);
    }

    private static void parts(List<Entry> tour) {
        add(
                tour,
                "SUBDOC_MULTI_MUTATION",
                key(0xd1, "parts")
                        .extras(new byte[] {1})
                        .value(Frame.concat(spec(0xc8, "n", "1"), spec(0xc8, "a", "[1]"))));
        add(tour, "SUBDOC_MULTI_LOOKUP", key(0xd0, "parts").value(spec(0xc5, "n", "")));
        add(tour, "SUBDOC_GET", part(0xc5, "n", ""));
        add(tour, "SUBDOC_EXISTS", part(0xc6, "n", ""));
        add(tour, "SUBDOC_GET_COUNT", part(0xd2, "a", ""));
        add(tour, "SUBDOC_DICT_ADD", part(0xc7, "m", "1"));
        add(tour, "SUBDOC_DICT_UPSERT", part(0xc8, "m", "2"));
        add(tour, "SUBDOC_REPLACE", part(0xca, "m", "3"));
        add(tour, "SUBDOC_DELETE", part(0xc9, "m", ""));
        add(tour, "SUBDOC_ARRAY_PUSH_LAST", part(0xcb, "a", "2"));
        add(tour, "SUBDOC_ARRAY_PUSH_FIRST", part(0xcc, "a", "0"));
        add(tour, "SUBDOC_ARRAY_INSERT", part(0xcd, "a[0]", "9"));
        add(tour, "SUBDOC_ARRAY_ADD_UNIQUE", part(0xce, "a", "7"));
        add(tour, "SUBDOC_COUNTER", part(0xcf, "n", "1"));
        byte[] attribute = Frame.concat(new byte[] {(byte) 0xc8, 0x04, 0, 2}, Frame.u32(2), "_b{}".getBytes(UTF_8));
        byte[] revive = Frame.concat(new byte[] {(byte) 0xd3, 0x04, 0, 2}, Frame.u32(0), "_b".getBytes(UTF_8));
        add(
                tour,
                "SUBDOC_REPLACE_BODY_WITH_XATTR, within 0xd1",
                key(0xd1, "parts").value(Frame.concat(attribute, revive)));
    }

    private static void around(List<Entry> tour) {
        add(tour, "NOOP", Frame.of(0x0a).vbucket(0));
        add(tour, "VERSION", Frame.of(0x0b).vbucket(0));
        add(tour, "VERBOSITY", Frame.of(0x1b).vbucket(0).extras(Frame.u32(0)));
        add(tour, "HELLO", Frame.of(0x1f, "tour").vbucket(0));
        add(tour, "SASL_LIST_MECHS", Frame.of(0x20).vbucket(0));
        add(tour, "SASL_STEP", Frame.of(0x22, "PLAIN").vbucket(0), Wire.EINVAL);
        add(tour, "SELECT_BUCKET", Frame.of(0x89, "default").vbucket(0));
        add(tour, "GET_CLUSTER_CONFIG", Frame.of(0xb5).vbucket(0));
        add(tour, "GET_COLLECTIONS_MANIFEST", Frame.of(0xba).vbucket(0));
        add(tour, "GET_COLLECTION_ID", Frame.of(0xbb).vbucket(0).value("_default._default"));
        add(tour, "GET_SCOPE_ID", Frame.of(0xbc).vbucket(0).value("_default"));
        add(tour, "GET_ERROR_MAP", Frame.of(0xfe).vbucket(0).value(new byte[] {0, 2}));
        add(tour, "OBSERVE", Frame.of(0x92).vbucket(0).value(new byte[] {0, 0, 0, 2, 0, 'x'}));
        add(tour, "OBSERVE_SEQNO", Frame.of(0x91).vbucket(0).value(Frame.u64(0)), Wire.KEY_ENOENT);
        add(tour, "GET_ALL_VB_SEQNOS", Frame.of(0x48).vbucket(0));
        add(tour, "GET_FAILOVER_LOG", Frame.of(0x96).vbucket(0));
        add(tour, "STAT", Frame.of(0x10, "uuid").vbucket(0));
        add(
                tour,
                "SET_PARAM",
                Frame.of(0x82, "exp_pager_stime")
                        .vbucket(0)
                        .extras(Frame.u32(1))
                        .value("600"));
        add(tour, "RANGE_SCAN_CREATE", Frame.of(0xda).vbucket(0).value("{}"), Wire.EINVAL);
        add(tour, "RANGE_SCAN_CONTINUE", Frame.of(0xdb).vbucket(0).extras(new byte[28]), Wire.KEY_ENOENT);
        add(tour, "RANGE_SCAN_CANCEL", Frame.of(0xdc).vbucket(0).extras(new byte[16]), Wire.KEY_ENOENT);
        byte[] producer = Frame.concat(Frame.u32(0), Frame.u32(1));
        add(tour, "DCP_OPEN", Frame.of(0x50, "tour").vbucket(0).extras(producer));
        add(tour, "DCP_CONTROL", Frame.of(0x5e, "set_priority").vbucket(0).value("high"));
        add(tour, "DCP_GET_FAILOVER_LOG", Frame.of(0x54).vbucket(0));
        // A stream that would be sent now would come between the answers.
        byte[] backwards = Frame.concat(new byte[8], Frame.u64(5), Frame.u64(3), new byte[24]);
        add(tour, "DCP_STREAM_REQ", Frame.of(0x53).vbucket(0).extras(backwards), 0x22);
        add(tour, "DCP_CLOSE_STREAM", Frame.of(0x52).vbucket(0), Wire.KEY_ENOENT);
        add(tour, "DCP_BUFFER_ACKNOWLEDGEMENT", Frame.of(0x5d).vbucket(0), Wire.EINVAL);
        add(tour, "DCP_NOOP", Frame.of(0x5c).vbucket(0));
        add(tour, "ADJUST_TIMEOFDAY", Frame.of(0xfc).vbucket(0).extras(new byte[9]));
    }

    private static void missing(List<Entry> tour) {
        add(tour, "FLUSH", Frame.of(0x08).vbucket(0), Wire.NOT_SUPPORTED);
        add(tour, "DCP_ADD_STREAM", Frame.of(0x51).vbucket(0).extras(new byte[4]), Wire.NOT_SUPPORTED);
        add(tour, "EVICT_KEY", key(0x93, "tour"), Wire.UNKNOWN_COMMAND);
        add(tour, "LIST_BUCKETS", Frame.of(0x87).vbucket(0), Wire.UNKNOWN_COMMAND);
        add(tour, "COMPACT_DB", Frame.of(0xb3).vbucket(0).extras(new byte[24]), Wire.UNKNOWN_COMMAND);
        add(tour, "GET_KEYS", Frame.of(0xb8, "a").vbucket(0), Wire.UNKNOWN_COMMAND);
        add(tour, "RETURN_META", store(0xb2, "a"), Wire.UNKNOWN_COMMAND);
        add(tour, "GET_CMD_TIMER", Frame.of(0xf3).vbucket(0).extras(new byte[1]), Wire.UNKNOWN_COMMAND);
        add(tour, "IOCTL_GET", Frame.of(0x23, "release_free_memory").vbucket(0), Wire.UNKNOWN_COMMAND);
    }

    static String markdown() {
        StringBuilder table = new StringBuilder("| opcode | | here |\n|---|---|---|\n");
        for (Entry entry : all()) {
            table.append("| ")
                    .append(entry.code())
                    .append(" | ")
                    .append(entry.name())
                    .append(" | ");
            table.append(entry.isSupported() ? "yes" : String.format("0x%02x", entry.status()))
                    .append(" |\n");
        }
        return table.toString();
    }
}
