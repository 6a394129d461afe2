package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.MongoSettings;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonInt32;

/** {@code buildInfo}: the version whose behaviour the server shows. */
public final class BuildInfoCommand implements MongoCommand {
    @Override
    public String name() {
        return "buildInfo";
    }

    @Override
    public List<String> aliases() {
        return List.of("buildinfo");
    }

    @Override
    public boolean isLenient() {
        return true;
    }

    @Override
    public Access access() {
        return Access.ANYONE;
    }

    @Override
    public boolean isBounded(CommandRequest request) {
        return true;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        String version = context.services().settings().release().version();
        BsonArray numbers = new BsonArray();
        for (String part : version.split("\\.", -1)) {
            numbers.add(new BsonInt32(Integer.parseInt(part)));
        }
        numbers.add(new BsonInt32(0));
        return Reply.ok(new BsonBuilder()
                .text("version", version)
                .text("gitVersion", "mayfly")
                .startArray("modules")
                .end()
                .text("allocator", "system")
                .text("javascriptEngine", "none")
                .text("sysInfo", "deprecated")
                .value("versionArray", numbers)
                .int32("bits", 64)
                .bool("debug", false)
                .int32("maxBsonObjectSize", MongoSettings.DOCUMENT_BYTES_MAX)
                .startArray("storageEngines")
                .element("mayfly")
                .end());
    }
}
