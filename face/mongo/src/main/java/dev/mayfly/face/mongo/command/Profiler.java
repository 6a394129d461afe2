package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.collection.ProfileLog;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which operations are recorded: in the collection of their database as its level says, and the slow ones in
 * the server's log whatever the level. Safe for concurrent use.
 */
public final class Profiler {
    public static final int OFF = 0;
    static final int SLOW = 1;
    public static final int ALL = 2;

    private static final Logger LOG = LoggerFactory.getLogger(Profiler.class);
    private static final Setting NOTHING = new Setting(OFF, null);

    private final ProfileLog log;
    private final boolean logsValues;
    private final Map<String, Setting> settings = new ConcurrentHashMap<>();
    private volatile Pace pace = new Pace(100, 1.0);

    /** @param logsValues whether values of documents may stand in the server's log */
    Profiler(ProfileLog log, boolean logsValues) {
        this.log = log;
        this.logsValues = logsValues;
    }

    /**
     * The profiling settings of one database.
     *
     * @param level {@link #OFF}, {@link #SLOW} or {@link #ALL}
     * @param filter replaces the time threshold and the sampling, or null
     */
    public record Setting(int level, @Nullable Filter filter) {}

    public record Filter(BsonDocument text, MongoFilter compiled) {}

    /**
     * The definition of a slow operation, for all databases.
     *
     * @param slowMillis the time from which an operation is slow
     * @param sampleRate the fraction of the slow operations that is recorded
     */
    public record Pace(long slowMillis, double sampleRate) {
        boolean isSlow(long nanos) {
            return nanos >= TimeUnit.MILLISECONDS.toNanos(slowMillis);
        }
    }

    public Setting setting(String database) {
        return settings.getOrDefault(database, NOTHING);
    }

    public Pace pace() {
        return pace;
    }

    public void setPace(Pace changed) {
        pace = changed;
    }

    public void set(String database, Setting changed) {
        if (changed.level > OFF) {
            log.prepare(database);
        }
        if (changed.equals(NOTHING)) {
            settings.remove(database);
        } else {
            settings.put(database, changed);
        }
    }

    /** The database is gone. */
    public void forget(String database) {
        settings.remove(database);
    }

    /**
     * Returns whether operations of a database must count their cost because they may be recorded. Asked of every
     * request.
     */
    public boolean watches(String database) {
        return !settings.isEmpty() && setting(database).level > OFF;
    }

    /** Returns whether an operation may be recorded. Asked of every request. */
    public boolean mayTake(String database, long nanos) {
        return pace.isSlow(nanos) || (!settings.isEmpty() && settings.containsKey(database));
    }

    /** Writes an operation of a client down, if that is wanted. */
    public void take(String database, long nanos, Supplier<BsonDocument> entry) {
        take(database, nanos, true, entry);
    }

    /** Records the server's own work, if that is wanted; the log has no line for it. */
    void takeOwn(String database, long nanos, Supplier<BsonDocument> entry) {
        take(database, nanos, false, entry);
    }

    private void take(String database, long nanos, boolean isOfClient, Supplier<BsonDocument> entry) {
        Setting setting = setting(database);
        boolean isSampled = ThreadLocalRandom.current().nextDouble() < pace.sampleRate;
        BsonDocument written = null;
        boolean isNoted;
        if (setting.filter == null) {
            isNoted = pace.isSlow(nanos) && isSampled;
        } else {
            written = entry.get();
            isNoted = setting.filter.compiled.matches(TreeView.of(written));
        }
        boolean isRecorded = setting.level == ALL || (setting.level == SLOW && isNoted);
        boolean isLogged = isNoted && isOfClient;
        if (!isLogged && !isRecorded) {
            return;
        }
        BsonDocument document = written == null ? entry.get() : written;
        if (isLogged) {
            LOG.info("slow operation: {}", SlowLine.of(document, logsValues));
        }
        if (isRecorded) {
            record(database, document);
        }
    }

    /** An entry that cannot be stored is lost: the operation itself was done. */
    private void record(String database, BsonDocument document) {
        try {
            log.add(database, document);
        } catch (EngineException | CommandError failure) {
            LOG.warn("an operation of the database {} could not be recorded", database, failure);
        }
    }
}
