package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.engine.EngineException;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.collection.ProfileLog;
import dev.mayfly.face.mongo.language.MongoFilter;
import dev.mayfly.face.mongo.language.ShellText;
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
 * Which operations are written down: in the collection of their database as its level says, and the slow ones in the
 * server's log whatever the level. Safe for concurrent use.
 */
final class Profiler {
    static final int OFF = 0;
    static final int SLOW = 1;
    static final int ALL = 2;

    /** How much of an operation stands in the log. */
    private static final int LINE_MAX = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(Profiler.class);
    private static final Setting NOTHING = new Setting(OFF, null);

    private final ProfileLog log;
    private final Map<String, Setting> settings = new ConcurrentHashMap<>();
    private volatile Pace pace = new Pace(100, 1.0);

    Profiler(ProfileLog log) {
        this.log = log;
    }

    /**
     * What is written down of one database.
     *
     * @param level {@link #OFF}, {@link #SLOW} or {@link #ALL}
     * @param filter takes the place of time and chance, or null
     */
    record Setting(int level, @Nullable Filter filter) {}

    record Filter(BsonDocument text, MongoFilter compiled) {}

    /**
     * What counts as slow, in all databases.
     *
     * @param slowMillis from so long on
     * @param sampleRate the part of the slow operations that is written down
     */
    record Pace(long slowMillis, double sampleRate) {
        boolean isSlow(long nanos) {
            return nanos >= TimeUnit.MILLISECONDS.toNanos(slowMillis);
        }
    }

    Setting setting(String database) {
        return settings.getOrDefault(database, NOTHING);
    }

    Pace pace() {
        return pace;
    }

    void setPace(Pace changed) {
        pace = changed;
    }

    void set(String database, Setting changed) {
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
    void forget(String database) {
        settings.remove(database);
    }

    /** Whether operations of a database must count what they cost, for they may be recorded. Asked of every request. */
    boolean watches(String database) {
        return !settings.isEmpty() && setting(database).level > OFF;
    }

    /** Whether an operation may be written down. Asked of every request. */
    boolean mayTake(String database, long nanos) {
        return pace.isSlow(nanos) || (!settings.isEmpty() && settings.containsKey(database));
    }

    /** Writes an operation down, if that is wanted. */
    void take(String database, long nanos, Supplier<BsonDocument> entry) {
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
        if (!isNoted && !isRecorded) {
            return;
        }
        BsonDocument document = written == null ? entry.get() : written;
        if (isNoted) {
            LOG.info("slow operation: {}", line(document));
        }
        if (isRecorded) {
            record(database, document);
        }
    }

    private static String line(BsonDocument document) {
        String text = ShellText.of(document);
        return text.length() <= LINE_MAX ? text : text.substring(0, LINE_MAX) + "...";
    }

    /** What cannot be recorded is lost: the operation itself was done. */
    private void record(String database, BsonDocument document) {
        try {
            log.add(database, document);
        } catch (EngineException | CommandError failure) {
            LOG.warn("an operation of the database {} could not be recorded", database, failure);
        }
    }
}
