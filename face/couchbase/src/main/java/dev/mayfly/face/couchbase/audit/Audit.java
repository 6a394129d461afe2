package dev.mayfly.face.couchbase.audit;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.engine.FaceRecords;
import dev.mayfly.engine.RecordsCopy;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The audit log: who has changed what, as JSON, one event per line. Safe for concurrent use; lines stand in the order
 * of the calls.
 *
 * <p>A server that keeps nothing has no folder for it, and logs nothing.
 */
public final class Audit {
    private static final Logger LOG = LoggerFactory.getLogger(Audit.class);
    private static final String RECORD = "audit";
    /** Folders of the data folder; the first holds the log unless the settings name another. */
    private static final List<String> FOLDERS = List.of("audit", "logs");

    private static final long MILLIS = 1_000;

    /** The actor of a query's statement, for changes made deep within its language. */
    private static final ScopedValue<Actor> ASKING = ScopedValue.newInstance();

    private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final FaceRecords records;
    private final Clock clock;
    private final @Nullable Path folder;
    private AuditSettings settings;
    private @Nullable AuditFile file;
    private final RecordsCopy copy;

    /**
     * The user that acts, and its addresses.
     *
     * @param domain where its name is known, such as {@code local}
     */
    public record Actor(String domain, String name, InetSocketAddress remote, InetSocketAddress local) {}

    /**
     * @param clock that dates the events
     * @param folder the data folder, or null if there is none
     */
    public Audit(FaceRecords records, Clock clock, @Nullable Path folder) {
        this.records = records;
        this.clock = clock;
        this.folder = folder == null ? null : folder.toAbsolutePath().normalize();
        this.copy = new RecordsCopy(records);
        this.settings = AuditSettings.INSTALLED;
        copy.readAnew(() -> settings = read());
        open();
    }

    private AuditSettings read() {
        byte[] kept = records.get(RECORD);
        return kept == null ? AuditSettings.INSTALLED : AuditSettings.fromBytes(kept);
    }

    /** Takes over what another server has changed. */
    private void refresh() {
        records.refresh();
        if (copy.isOld()) {
            takeOver();
        }
    }

    private synchronized void takeOver() {
        copy.readAnew(() -> {
            AuditSettings read = read();
            if (!read.equals(settings)) {
                settings = read;
                closeFile();
                open();
            }
        });
    }

    public AuditSettings settings() {
        refresh();
        return known();
    }

    private synchronized AuditSettings known() {
        return settings;
    }

    /** Returns the folder of the log, or null if this server can have none. */
    public synchronized @Nullable Path logFolder() {
        Path root = folder;
        String path = settings.logPath().isEmpty() ? FOLDERS.getFirst() : settings.logPath();
        return root == null ? null : root.resolve(path).normalize();
    }

    /**
     * Returns whether a log may be in this folder: one of those for logs, or below it, so that nothing else is
     * disturbed.
     */
    public boolean mayLogTo(Path wanted) {
        Path root = folder;
        return root != null
                && FOLDERS.stream()
                        .anyMatch(each -> root.resolve(wanted).normalize().startsWith(root.resolve(each)));
    }

    public synchronized void change(AuditSettings changed) {
        records.put(RECORD, changed.toBytes());
        settings = changed;
        closeFile();
        open();
        if (changed.enabled()) {
            write(AuditEvent.CONFIGURED, CouchbaseJson.object(), null);
        }
    }

    private void open() {
        Path at = logFolder();
        if (settings.enabled() && at != null) {
            file = new AuditFile(at, settings.rotateBytes(), settings.rotateSeconds() * MILLIS);
        }
    }

    private void closeFile() {
        AuditFile open = file;
        file = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                LOG.warn("the audit log did not close", e);
            }
        }
    }

    /** Runs work on behalf of an actor. */
    public static <T extends @Nullable Object> T asking(Actor actor, Supplier<T> work) {
        return ScopedValue.where(ASKING, actor).call(work::get);
    }

    /** Writes an event on behalf of the current actor; nothing where there is none. */
    public void logAsked(AuditEvent event, ObjectNode details) {
        if (ASKING.isBound()) {
            log(event, ASKING.get(), details);
        }
    }

    /**
     * Writes an event, unless it is disabled.
     *
     * @param details of this event, besides actor, time and addresses
     */
    public void log(AuditEvent event, Actor actor, ObjectNode details) {
        refresh();
        logKnown(event, actor, details);
    }

    private synchronized void logKnown(AuditEvent event, Actor actor, ObjectNode details) {
        boolean isSilent = settings.disabledUsers().contains(actor.name + "/" + actor.domain);
        if (settings.enabled() && !isSilent) {
            write(event, details, actor);
        }
    }

    private void write(AuditEvent event, ObjectNode details, @Nullable Actor actor) {
        AuditFile open = file;
        if (open == null) {
            return;
        }
        long now = clock.wallMillis();
        ObjectNode line = CouchbaseJson.object()
                .put("id", event.id())
                .put("name", event.title())
                .put("description", event.description())
                .put("timestamp", TIMESTAMP.format(Instant.ofEpochMilli(now)));
        if (actor != null) {
            line.putObject("real_userid").put("domain", actor.domain).put("user", actor.name);
            address(line.putObject("remote"), actor.remote);
            address(line.putObject("local"), actor.local);
        }
        line.setAll(details);
        try {
            open.write((CouchbaseJson.text(line) + "\n").getBytes(StandardCharsets.UTF_8), now);
        } catch (IOException e) {
            // An action that cannot be audited must not appear audited.
            throw new UncheckedIOException("the audit log cannot be written", e);
        }
    }

    private static void address(ObjectNode json, InetSocketAddress address) {
        json.put("ip", address.getAddress().getHostAddress()).put("port", address.getPort());
    }

    public synchronized void close() {
        closeFile();
    }
}
