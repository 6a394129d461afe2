package dev.mayfly.face.mongo.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.face.mongo.language.value.ShellText;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The log entry of a slow operation: its request and its cost, on a line of bounded length. Values of documents stay
 * out of it unless the operator wants them.
 */
final class SlowLine {
    static final int BYTES_MAX = 1 << 10;

    private static final String REST = "...";
    private static final BsonString HIDDEN = new BsonString("?");
    private static final int FIELDS_MAX = 64;

    /** The parts of an entry that hold the client's command. */
    private static final Set<String> COMMANDS = Set.of("command", "originatingCommand");

    private SlowLine() {}

    /** @param values whether values of documents may be said */
    static String of(BsonDocument entry, boolean values) {
        return cut(ShellText.of(values ? entry : withoutValues(entry)));
    }

    private static BsonDocument withoutValues(BsonDocument entry) {
        BsonDocument shown = new BsonDocument();
        entry.forEach((name, value) -> {
            if (COMMANDS.contains(name) && value.isDocument()) {
                shown.append(name, command(value.asDocument()));
            } else if (!name.equals("errMsg")) {
                // The code says what failed; the text may name values that are not unique.
                shown.append(name, value);
            }
        });
        return shown;
    }

    /** The name of the command with its collection, and the form of all else. */
    private static BsonDocument command(BsonDocument command) {
        BsonDocument shown = new BsonDocument();
        boolean isFirst = true;
        for (Map.Entry<String, BsonValue> field : command.entrySet()) {
            boolean isName =
                    isFirst && field.getValue().isString() && !field.getKey().startsWith("$");
            boolean isKnown = isName || field.getKey().equals("$db");
            shown.append(field.getKey(), isKnown ? field.getValue() : form(field.getValue()));
            isFirst = false;
        }
        return shown;
    }

    /** Fields keep their names; an array is shown as its first element and the number of further ones. */
    private static BsonValue form(BsonValue value) {
        if (value.isDocument()) {
            BsonDocument shown = new BsonDocument();
            for (Map.Entry<String, BsonValue> field : value.asDocument().entrySet()) {
                if (shown.size() == FIELDS_MAX) {
                    shown.append(REST, HIDDEN);
                    break;
                }
                shown.append(field.getKey(), form(field.getValue()));
            }
            return shown;
        }
        if (value.isArray()) {
            BsonArray all = value.asArray();
            BsonArray shown = new BsonArray();
            if (!all.isEmpty()) {
                shown.add(form(all.getFirst()));
            }
            if (all.size() > 1) {
                shown.add(new BsonDocument("more", new BsonInt32(all.size() - 1)));
            }
            return shown;
        }
        return HIDDEN;
    }

    private static String cut(String text) {
        if (text.length() * 3L <= BYTES_MAX) {
            return text;
        }
        ByteBuffer bytes = ByteBuffer.allocate(BYTES_MAX);
        if (UTF_8.newEncoder().encode(CharBuffer.wrap(text), bytes, true).isUnderflow()) {
            return text;
        }
        bytes = ByteBuffer.allocate(BYTES_MAX - REST.length());
        UTF_8.newEncoder().encode(CharBuffer.wrap(text), bytes, true);
        return UTF_8.decode(bytes.flip()) + REST;
    }
}
