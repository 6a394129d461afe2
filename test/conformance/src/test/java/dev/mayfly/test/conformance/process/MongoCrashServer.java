package dev.mayfly.test.conformance.process;

import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReplaceOptions;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.KillRounds;
import dev.mayfly.test.harness.Ledger;
import dev.mayfly.test.harness.Ledger.Answer;
import dev.mayfly.test.harness.Ledger.Found;
import dev.mayfly.test.harness.Ledger.State;
import dev.mayfly.test.harness.NoAnswerException;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** A server that is to be killed, with documents that expire by a date, as a MongoDB driver sees it. */
final class MongoCrashServer implements KillRounds.Server {
    private static final int MORTAL_MILLIS_MAX = 4000;
    private static final int LONG_MILLIS = 3_600_000;

    private final ServerProcess process;
    private final Journaling journaling;
    private final MongoClient hasty;

    /** Which writes ask for the journal, and so to survive a loss of power. */
    enum Journaling {
        NONE,
        SOME,
        ALL;

        boolean pick(RandomGenerator random) {
            return this == ALL || (this == SOME && random.nextInt(4) == 0);
        }
    }

    private MongoCrashServer(ServerProcess process, Journaling journaling) {
        this.process = process;
        this.journaling = journaling;
        this.hasty = process.hastyClient();
    }

    /** @param round 0 for the first over its data, which makes the collection */
    static MongoCrashServer of(ServerProcess process, int round, Journaling journaling) {
        MongoCrashServer server = new MongoCrashServer(process, journaling);
        if (round == 0) {
            documents(server.hasty)
                    .createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
            documents(server.hasty).createIndex(Indexes.ascending("n"));
        }
        return server;
    }

    private static MongoCollection<Document> documents(MongoClient client) {
        return client.getDatabase("crash").getCollection("documents");
    }

    ServerProcess process() {
        return process;
    }

    @Override
    public Ledger.Client connect() {
        return new Writer(documents(hasty), journaling);
    }

    @Override
    public Map<String, State> read(List<String> keys) {
        Map<String, State> found = new HashMap<>();
        try (MongoClient client = process.client()) {
            for (Document each : documents(client).find()) {
                Date at = each.getDate("at");
                found.put(
                        each.getString("_id"),
                        new State(
                                String.valueOf(each.getInteger("n")),
                                at == null ? State.FOREVER : at.toInstant().toEpochMilli()));
            }
        }
        return found;
    }

    @Override
    public void kill() {
        process.kill();
    }

    @Override
    public void close() {
        hasty.close();
        process.close();
    }

    private record Writer(MongoCollection<Document> documents, Journaling journaling) implements Ledger.Client {
        @Override
        public Ledger.Write draft(String key, @Nullable State before, RandomGenerator random) {
            State after = random.nextInt(5) == 0
                    ? null
                    : new State(String.valueOf(random.nextInt(1_000_000_000)), deadline(random));
            return new Write(documents, key, after, journaling.pick(random));
        }

        /** Some die soon, some much later, some never; and a later write may move any of them. */
        private static long deadline(RandomGenerator random) {
            long now = SystemClock.INSTANCE.wallMillis();
            return switch (random.nextInt(3)) {
                case 0 -> State.FOREVER;
                case 1 -> now + LONG_MILLIS;
                default -> now + random.nextInt(1, MORTAL_MILLIS_MAX);
            };
        }
    }

    /** @param after null for a delete */
    private record Write(
            MongoCollection<Document> documents,
            String key,
            @Nullable State after,
            boolean isSynced) implements Ledger.Write {
        @Override
        public boolean explains(@Nullable State seen) {
            return Objects.equals(after, seen)
                    || (seen == null && after != null && after.deadline() <= SystemClock.INSTANCE.wallMillis());
        }

        @Override
        public Answer send() throws NoAnswerException {
            try {
                return new Answer(
                        after,
                        Found.when(ask(isSynced ? documents.withWriteConcern(WriteConcern.JOURNALED) : documents)));
            } catch (MongoException gone) {
                throw new NoAnswerException(gone);
            }
        }

        /** Returns whether there was a document. */
        private boolean ask(MongoCollection<Document> collection) {
            Document filter = new Document("_id", key);
            if (after == null) {
                return collection.deleteOne(filter).getDeletedCount() == 1;
            }
            int number = Integer.parseInt(after.content(), 10);
            Date at = after.deadline() == State.FOREVER ? null : Date.from(Instant.ofEpochMilli(after.deadline()));
            Document document = new Document("n", number).append("at", at).append("mod", number % 10);
            return collection
                            .replaceOne(filter, document, new ReplaceOptions().upsert(true))
                            .getMatchedCount()
                    == 1;
        }
    }
}
