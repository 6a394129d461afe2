package dev.mayfly.face.couchbase.dcp;

import dev.mayfly.face.couchbase.session.Feature;
import dev.mayfly.face.couchbase.session.KvSession;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;

/** What the consumer of a connection has asked for by controls. Written by its requests, read by its producer. */
final class ProducerControls {
    private static final double NOOP_SECONDS_MIN = 0.001;
    private static final double NOOP_SECONDS_MAX = 10_800;
    private static final long NANOS = 1_000_000_000;
    private static final long NOOP_SECONDS = 120;

    private volatile boolean sendsNoops;
    private volatile long noopNanos = NOOP_SECONDS * NANOS;
    private volatile boolean tellsExpiry;
    private volatile boolean namesStreams;
    private volatile boolean tellsClosed;
    private volatile boolean compresses;
    private volatile boolean keepsUserXattrs;
    private volatile boolean marksVersion2;
    private volatile boolean sendsFlatEvents;
    private volatile boolean marksPurges;

    boolean sendsNoops() {
        return sendsNoops;
    }

    long noopNanos() {
        return noopNanos;
    }

    /** Returns true if an expiration has an opcode of its own. */
    boolean tellsExpiry() {
        return tellsExpiry;
    }

    /** Returns true if several streams of a vBucket are told apart by numbers. */
    boolean namesStreams() {
        return namesStreams;
    }

    /** Returns true if the end of a stream is told also to the client that closes it. */
    boolean tellsClosed() {
        return tellsClosed;
    }

    boolean compresses() {
        return compresses;
    }

    /** Returns true if also those attributes of deleted documents are sent that are the users'. */
    boolean keepsUserXattrs() {
        return keepsUserXattrs;
    }

    /** Returns true if markers of snapshots are of version 2. */
    boolean marksVersion2() {
        return marksVersion2;
    }

    /** Returns true if markers of disk snapshots are of version 2.2, which tells the purge number. */
    boolean marksPurges() {
        return marksPurges;
    }

    /** Returns true if events of scopes and collections are tables of FlatBuffers, which changes of collections need. */
    boolean sendsFlatEvents() {
        return sendsFlatEvents;
    }

    /** Carries out a control. */
    void set(KvSession session, FlowWindow flow, boolean hasStreams, String name, String value) {
        switch (name) {
            case "connection_buffer_size" -> flow.setSize(number(value));
            case "enable_noop" -> sendsNoops = bool(value);
            case "set_noop_interval" -> noopNanos = nanos(value);
            case "enable_expiry_opcode" -> tellsExpiry = bool(value);
            case "send_stream_end_on_client_close_stream" -> tellsClosed = bool(value);
            case "include_deleted_user_xattrs" -> keepsUserXattrs = bool(value);
            case "enable_sync_writes" -> marksVersion2 = bool(value);
            case "force_value_compression" -> {
                boolean isAsked = bool(value);
                if (isAsked && !session.has(Feature.SNAPPY)) {
                    throw new StatusException(Status.EINVAL, "The connection has not negotiated Snappy");
                }
                compresses = isAsked;
            }
            case "enable_stream_id" -> {
                boolean isAsked = bool(value);
                if (!isAsked || hasStreams || !session.has(Feature.COLLECTIONS)) {
                    throw new StatusException(
                            Status.NOT_SUPPORTED,
                            "Streams can be named only before the first, and on a connection that knows collections");
                }
                namesStreams = true;
            }
            case "set_priority" -> oneOf(value, "high", "medium", "low");
            case "supports_cursor_dropping", "supports_cursor_dropping_vulcan", "supports_hifi_MFU" -> bool(value);
            case "max_marker_version" -> {
                oneOf(value, "2.2");
                if (!session.has(Feature.COLLECTIONS)) {
                    throw new StatusException(
                            Status.NOT_SUPPORTED, "These markers are for connections that know collections");
                }
                marksPurges = true;
            }
            // A server may send snapshots in the order of keys then; those of here are in the order of numbers.
            case "enable_out_of_order_snapshots" -> oneOf(value, "true", "true_with_seqno_advanced");
            case "enable_ext_metadata", "v7_dcp_status_codes" -> {
                // Each may be asked for and changes nothing here.
            }
            case "consumer_name", "backfill_order" -> {
                // A client may say so; nothing is different for it.
            }
            case "change_streams" ->
                throw new StatusException(
                        Status.NOT_SUPPORTED, "Change streams are not kept here: each document is told as it is last");
            case "flatbuffers_system_events" -> {
                oneOf(value, "true");
                sendsFlatEvents = true;
            }
            default -> throw new StatusException(Status.EINVAL, "The control is not known: " + name);
        }
    }

    private static boolean bool(String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong(value);
        };
    }

    private static void oneOf(String value, String... words) {
        for (String word : words) {
            if (word.equals(value)) {
                return;
            }
        }
        throw wrong(value);
    }

    private static long number(String value) {
        try {
            long number = Long.parseLong(value);
            if (number >= 0 && number <= 0xffff_ffffL) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Told below.
        }
        throw wrong(value);
    }

    private static long nanos(String value) {
        try {
            double seconds = Double.parseDouble(value);
            if (seconds >= NOOP_SECONDS_MIN && seconds <= NOOP_SECONDS_MAX) {
                return (long) (seconds * NANOS);
            }
        } catch (NumberFormatException _) {
            // Told below.
        }
        throw wrong(value);
    }

    private static StatusException wrong(String value) {
        return new StatusException(Status.EINVAL, "The value of the control is wrong: " + value);
    }
}
