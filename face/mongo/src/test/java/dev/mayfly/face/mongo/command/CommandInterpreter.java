package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.language.ValueText;
import dev.mayfly.test.harness.GoldenScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bson.BsonArray;
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
 * </pre>
 *
 * <p>Ids that the server makes up are shown as {@code ObjectId(new)}, those of open cursors as {@code (open)}, those of
 * collections as {@code UUID (new)}.
 */
final class CommandInterpreter implements GoldenScript.Interpreter {
    private static final Pattern NEW_ID = Pattern.compile("ObjectId\\('65[0-9a-f]{22}'\\)");

    private static final Pattern UUID = Pattern.compile("UUID [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private static final Pattern RECORDED_CURSOR = Pattern.compile("(cursorid|getMore): \\d+L");

    private static final Pattern CURSOR_ID = Pattern.compile("id: -?[1-9][0-9]*L, ns");

    private final MongoFixture fixture;
    private final RawMongoClient client;
    private long opened;

    CommandInterpreter() {
        try {
            fixture = new MongoFixture();
            client = fixture.connect();
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
            default -> throw new IllegalArgumentException("no such command: " + command);
        };
    }

    /** On "test" unless the command itself names its database. */
    private BsonDocument runAnywhere(BsonDocument command) throws IOException {
        return command.containsKey("$db") ? client.run(command) : run(command);
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
        if (reply.getNumber("ok").doubleValue() == 1) {
            return text(rest);
        }
        List.of("code", "codeName", "errmsg").forEach(rest::remove);
        String refusal = "refused " + reply.getInt32("code").getValue() + " "
                + reply.getString("codeName").getValue() + ": "
                + UUID.matcher(reply.getString("errmsg").getValue()).replaceAll("UUID (new)");
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
            client.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } finally {
            fixture.close();
        }
    }
}
