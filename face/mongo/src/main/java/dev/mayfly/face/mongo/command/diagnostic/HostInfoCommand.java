package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;

/** {@code hostInfo}: the machine that the server runs on. */
public final class HostInfoCommand implements MongoCommand {
    @Override
    public String name() {
        return "hostInfo";
    }

    @Override
    public Access access() {
        return Access.MONITOR;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        Runtime runtime = Runtime.getRuntime();
        int memoryMegabytes = (int) (runtime.maxMemory() >> 20);
        return Reply.ok(new BsonBuilder()
                .startDocument("system")
                .date("currentTime", context.now())
                .text("hostname", context.services().settings().hostName())
                .int32("cpuAddrSize", 64)
                .int32("memSizeMB", memoryMegabytes)
                .int32("memLimitMB", memoryMegabytes)
                .int32("numCores", runtime.availableProcessors())
                .text("cpuArch", property("os.arch"))
                .bool("numaEnabled", false)
                .end()
                .startDocument("os")
                .text("type", property("os.name"))
                .text("name", property("os.name"))
                .text("version", property("os.version"))
                .end()
                .startDocument("extra")
                .end());
    }

    private static String property(String name) {
        return System.getProperty(name, "unknown");
    }
}
