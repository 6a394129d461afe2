package dev.mayfly.face.mongo.command;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A command, and the fields of its reply that some client reads.
 *
 * @param fields paths through documents and arrays; one that ends in a question mark asks for the type of its value
 */
record ReadFields(List<String> fields, BsonDocument command) {
    private static final String ON_ADMIN = "admin ";

    /** Sends a command and answers its reply. */
    @FunctionalInterface
    interface Server {
        BsonDocument run(BsonDocument command) throws IOException;
    }

    /** @param line {@code a.b, c?: {...}} or {@code a.b, c?: admin {...}} */
    static ReadFields of(String line) {
        int colon = line.indexOf(':');
        String rest = line.substring(colon + 1).strip();
        BsonDocument command = BsonDocument.parse(rest.startsWith(ON_ADMIN) ? rest.substring(ON_ADMIN.length()) : rest);
        if (rest.startsWith(ON_ADMIN)) {
            command.append("$db", new BsonString("admin"));
        }
        return new ReadFields(Stream.of(line.substring(0, colon).split(", ")).toList(), command);
    }

    String shown(Server server) throws IOException {
        BsonDocument reply = server.run(command);
        return fields.stream().map(field -> field + " " + shown(reply, field)).collect(Collectors.joining("\n"));
    }

    private static String shown(BsonDocument reply, String field) {
        boolean isTypeAlone = field.endsWith("?");
        BsonValue value = reply;
        for (String name : (isTypeAlone ? field.substring(0, field.length() - 1) : field).split("\\.")) {
            value = value == null ? null : child(value, name);
        }
        if (value == null) {
            return "is missing";
        }
        return isTypeAlone ? value.getBsonType().name().toLowerCase(Locale.ROOT) : CommandInterpreter.text(value);
    }

    private static @Nullable BsonValue child(BsonValue parent, String name) {
        if (parent instanceof BsonArray array) {
            int at = Integer.parseInt(name);
            return at < array.size() ? array.get(at) : null;
        }
        return parent instanceof BsonDocument document ? document.get(name) : null;
    }
}
