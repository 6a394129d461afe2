package dev.mayfly.face.mongo.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.face.mongo.language.ValueText;
import dev.mayfly.face.mongo.session.Role;
import dev.mayfly.test.harness.GoldenScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Carries out the lines of the commands' scripts, against a server of their own whose clock stands still.
 *
 * <pre>
 * {insert: 'c', ...}   a command on the database "test", sent over the wire; its reply without ok
 * admin {top: 1}       a command on the database "admin"
 * docs c [{filter}]    the documents of a collection, one to a line, by their ids
 * plan {find: 'c'...}  the stages that explain tells, and what they cost
 * reads a.b, c: {...}  a command on "test" or "admin", and only these fields of its reply; of a.b? the type alone
 * more c 10            the next batch of the cursor that was opened last, of this many documents
 * advance 5s           winds the clock of deadlines
 * as ann {...}         a command of a user of "admin", whose password is "secret"
 * session s {...}      a command of a session, or with a number behind it as a write that may be retried
 * txn s 1 {...}        a statement of the session's transaction of this number; its end runs on "admin"
 * changes c            what the change stream that was opened last tells, an event to a line, without tokens and times
 * </pre>
 *
 * <p>Where users must log in there is one called "root", who sends whatever no other does.
 *
 * <p>Ids that the server makes up are shown as {@code ObjectId(new)}, those of open cursors as {@code (open)}, those of
 * collections as {@code UUID (new)}.
 */
final class CommandInterpreter implements GoldenScript.Interpreter {
    private static final Pattern NEW_ID = Pattern.compile("ObjectId\\('65[0-9a-f]{22}'\\)");

    private static final Pattern UUID_TEXT = Pattern.compile("UUID [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private static final Pattern RECORDED_CURSOR = Pattern.compile("(cursorid|getMore): \\d+L");

    private static final String PASSWORD = "secret";

    /** What a replica set adds to every answer. */
    private static final List<String> CLUSTER_FIELDS = List.of("$clusterTime", "operationTime");

    private static final Pattern CURSOR_ID = Pattern.compile("id: -?[1-9][0-9]*L, ns");

    private final MongoFixture fixture;
    private final RawMongoClient client;
    private final Map<String, RawMongoClient> users = new HashMap<>();
    private final Map<String, String> transactions = new HashMap<>();
    private long opened;

    CommandInterpreter(MongoSettings settings) {
        try {
            fixture = new MongoFixture(settings);
            client = fixture.connect();
            if (settings.authRequired()) {
                fixture.addUser("root", PASSWORD, new Role("root", "admin"));
                client.login("admin", "root", PASSWORD);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public String execute(String command, String input) throws IOException {
        if (command.startsWith("{")) {
            return reply(run(BsonDocument.parse(command + " " + input)));
        }
        if (command.startsWith("admin ")) {
            BsonDocument onAdmin = BsonDocument.parse(command.substring(6));
            return reply(client.run(onAdmin.append("$db", new BsonString("admin"))));
        }
        if (command.startsWith("reads ")) {
            return ReadFields.of(command.substring(6)).shown(this::runAnywhere);
        }
        if (command.startsWith("plan ")) {
            return plan(BsonDocument.parse(command.substring(5)));
        }
        String[] words = command.split(" ", 3);
        return switch (words[0]) {
            case "advance" -> {
                fixture.deadlines.advance(Duration.parse("PT" + words[1]));
                yield "";
            }
            case "more" -> more(words[1], words[2]);
            case "docs" -> documents(words[1], words.length > 2 ? words[2] : "{}");
            case "as" -> reply(onTest(user(words[1]), BsonDocument.parse(words[2])));
            case "session" -> inSession(words[1], words[2]);
            case "txn" -> inTransaction(words[1], words[2]);
            case "changes" -> changes(words[1]);
            default -> throw new IllegalArgumentException("no such command: " + command);
        };
    }

    /** On "test" unless the command itself names its database. */
    private BsonDocument runAnywhere(BsonDocument command) throws IOException {
        return command.containsKey("$db") ? client.run(command) : run(command);
    }

    private static BsonDocument onTest(RawMongoClient by, BsonDocument command) throws IOException {
        return by.run(command.containsKey("$db") ? command : command.append("$db", new BsonString("test")));
    }

    private RawMongoClient user(String name) throws IOException {
        RawMongoClient known = users.get(name);
        if (known == null) {
            known = fixture.connect();
            users.put(name, known);
            BsonDocument login = known.login("admin", name, PASSWORD);
            if (login.getNumber("ok").doubleValue() != 1) {
                throw new IllegalArgumentException(name + ": " + login);
            }
        }
        return known;
    }

    /** @param rest the command, behind the number of a write that may be retried */
    private String inSession(String session, String rest) throws IOException {
        int at = rest.indexOf('{');
        BsonDocument command = BsonDocument.parse(rest.substring(at)).append("lsid", sessionId(session));
        if (at > 0) {
            command.append(
                    "txnNumber",
                    new BsonInt64(Long.parseLong(rest.substring(0, at).strip())));
        }
        return reply(onTest(client, command));
    }

    /** @param rest the transaction's number and the command; the first statement begins the transaction */
    private String inTransaction(String session, String rest) throws IOException {
        String number = rest.substring(0, rest.indexOf(' '));
        BsonDocument command = BsonDocument.parse(rest.substring(number.length()))
                .append("lsid", sessionId(session))
                .append("txnNumber", new BsonInt64(Long.parseLong(number)))
                .append("autocommit", BsonBoolean.FALSE);
        if (!number.equals(transactions.put(session, number))) {
            command.append("startTransaction", BsonBoolean.TRUE);
        }
        if (command.getFirstKey().endsWith("Transaction")) {
            command.append("$db", new BsonString("admin"));
        }
        return reply(onTest(client, command));
    }

    private static BsonDocument sessionId(String name) {
        return new BsonDocument("id", new BsonBinary(UUID.nameUUIDFromBytes(name.getBytes(UTF_8))));
    }

    private String changes(String collection) throws IOException {
        BsonDocument batch = run(new BsonDocument("getMore", new BsonInt64(opened))
                .append("collection", new BsonString(collection))
                .append("maxTimeMS", new BsonInt32(1)));
        if (!batch.containsKey("cursor")) {
            return reply(batch);
        }
        String end = opened == 0 ? "the end" : "";
        String events = batch.getDocument("cursor").getArray("nextBatch").stream()
                .map(CommandInterpreter::event)
                .collect(Collectors.joining("\n"));
        return events.isEmpty() && end.isEmpty() ? "nothing" : (events + "\n" + end).strip();
    }

    private static String event(BsonValue event) {
        BsonDocument shown = event.asDocument().clone();
        List.of("_id", "clusterTime", "wallTime").forEach(shown::remove);
        return UUID_TEXT.matcher(text(shown)).replaceAll("UUID (new)");
    }

    private BsonDocument run(BsonDocument command) throws IOException {
        BsonDocument reply = client.run(command.append("$db", new BsonString("test")));
        if (reply.containsKey("cursor")) {
            opened = reply.getDocument("cursor").getNumber("id").longValue();
        }
        return reply;
    }

    private String more(String collection, String batchSize) throws IOException {
        return reply(run(new BsonDocument("getMore", new BsonInt64(opened))
                .append("collection", new BsonString(collection))
                .append("batchSize", new BsonInt32(Integer.parseInt(batchSize)))));
    }

    private static String reply(BsonDocument reply) {
        BsonDocument rest = reply.clone();
        rest.remove("ok");
        CLUSTER_FIELDS.forEach(rest::remove);
        if (reply.getNumber("ok").doubleValue() == 1) {
            return text(rest);
        }
        List.of("code", "codeName", "errmsg").forEach(rest::remove);
        String refusal = "refused " + reply.getInt32("code").getValue() + " "
                + reply.getString("codeName").getValue() + ": "
                + UUID_TEXT.matcher(reply.getString("errmsg").getValue()).replaceAll("UUID (new)");
        return rest.isEmpty() ? refusal : refusal + "\n" + text(rest);
    }

    private String documents(String collection, String filter) throws IOException {
        BsonDocument found = run(BsonDocument.parse(
                "{find: '" + collection + "', filter: " + filter + ", sort: {_id: 1}, batchSize: 1000}"));
        String documents = found.getDocument("cursor").getArray("firstBatch").stream()
                .map(CommandInterpreter::text)
                .collect(Collectors.joining("\n"));
        return documents.isEmpty() ? "none" : documents;
    }

    private String plan(BsonDocument command) throws IOException {
        BsonDocument explained = run(new BsonDocument("explain", command));
        BsonDocument statistics = explained.getDocument("executionStats");
        StringBuilder text = new StringBuilder("returned " + number(statistics, "nReturned") + " keys "
                + number(statistics, "totalKeysExamined") + " documents "
                + number(statistics, "totalDocsExamined"));
        BsonDocument stage = statistics.getDocument("executionStages");
        while (stage != null) {
            BsonDocument shown = stage.clone();
            List.of(
                            "stage",
                            "inputStage",
                            "inputStages",
                            "ranges",
                            "direction",
                            "indexVersion",
                            "executionTimeMillisEstimate")
                    .forEach(shown::remove);
            text.append("\n  ")
                    .append(stage.getString("stage").getValue())
                    .append(' ')
                    .append(text(shown));
            stage.getArray("inputStages", new BsonArray())
                    .forEach(branch -> text.append("\n    ").append(stages(branch.asDocument())));
            stage = stage.containsKey("inputStage") ? stage.getDocument("inputStage") : null;
        }
        return text.toString();
    }

    /** Names alone, the last to run first. */
    private static String stages(BsonDocument stage) {
        String name = stage.getString("stage").getValue();
        if (stage.containsKey("inputStage")) {
            return name + " " + stages(stage.getDocument("inputStage"));
        }
        return stage.containsKey("indexName")
                ? name + " " + stage.getString("indexName").getValue()
                : name;
    }

    private static int number(BsonDocument document, String field) {
        return document.getNumber(field).intValue();
    }

    static String text(BsonValue value) {
        String shown = RECORDED_CURSOR
                .matcher(CURSOR_ID.matcher(ValueText.of(value)).replaceAll("id: (open), ns"))
                .replaceAll("$1: (open)");
        return NEW_ID.matcher(shown).replaceAll("ObjectId(new)");
    }

    @Override
    public void close() {
        try {
            for (RawMongoClient each : users.values()) {
                each.close();
            }
            client.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } finally {
            fixture.close();
        }
    }
}
