package dev.mayfly.app.cassandra;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The command line of a node. */
record ServerCommand(LocalSettings settings, NodeFiles files) {
    private static final List<String> EXPORTS = List.of(
            "java.base/jdk.internal.misc",
            "java.base/java.lang.ref",
            "java.management.rmi/com.sun.jmx.remote.internal.rmi",
            "java.rmi/sun.rmi.registry",
            "java.rmi/sun.rmi.server",
            "java.sql/java.sql",
            "jdk.unsupported/sun.misc",
            "jdk.compiler/com.sun.tools.javac.file",
            "jdk.attach/sun.tools.attach");

    private static final List<String> OPENS = List.of(
            "java.base/java.lang",
            "java.base/java.lang.module",
            "java.base/java.lang.reflect",
            "java.base/java.io",
            "java.base/java.nio",
            "java.base/java.util",
            "java.base/java.util.concurrent",
            "java.base/java.util.concurrent.atomic",
            "java.base/jdk.internal.loader",
            "java.base/jdk.internal.ref",
            "java.base/jdk.internal.reflect",
            "java.base/jdk.internal.math",
            "java.base/jdk.internal.module",
            "java.base/jdk.internal.util.jar",
            "java.base/sun.nio.ch",
            "jdk.management/com.sun.management.internal",
            "jdk.compiler/com.sun.tools.javac");

    Process start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(arguments())
                .directory(files.folder().toFile())
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true)
                .redirectOutput(files.output().toFile());
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        return ChildProcess.start(builder);
    }

    private List<String> arguments() {
        String heap = settings.heapMebibytes() + "m";
        List<String> arguments = new ArrayList<>(List.of(
                settings.java().toString(),
                "-Xms" + heap,
                "-Xmx" + heap,
                "-Xss512k",
                "-XX:+UseG1GC",
                "-XX:MaxDirectMemorySize=512m",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:-UsePerfData",
                "-Djdk.attach.allowAttachSelf=true",
                "-Djava.net.preferIPv4Stack=true",
                "-Dio.netty.tryReflectionSetAccessible=true"));
        jamm().ifPresent(jar -> arguments.add(1, "-javaagent:" + jar));
        EXPORTS.forEach(each -> arguments.addAll(List.of("--add-exports", each + "=ALL-UNNAMED")));
        OPENS.forEach(each -> arguments.addAll(List.of("--add-opens", each + "=ALL-UNNAMED")));
        String configuration = files.configuration().toString();
        arguments.addAll(List.of(
                "-Dcassandra.config=file://" + configuration + "/cassandra.yaml",
                "-Dcassandra-rackdc.properties=file://" + configuration + "/cassandra-rackdc.properties",
                "-Dlogback.configurationFile=" + configuration + "/logback.xml",
                "-Dcassandra.storagedir=" + files.folder(),
                "-Dcassandra.logdir=" + files.folder().resolve("log"),
                // Nodes of one machine find each other at once.
                "-Dcassandra.skip_wait_for_gossip_to_settle=0",
                "-Dcassandra.ring_delay_ms=2000",
                "-Dcassandra-foreground=yes",
                "-cp",
                configuration + File.pathSeparator + settings.classPath(),
                "org.apache.cassandra.service.CassandraDaemon"));
        return arguments;
    }

    /** The agent by which Cassandra measures its objects. */
    private Optional<String> jamm() {
        return Arrays.stream(settings.classPath().split(File.pathSeparator))
                .filter(jar -> new File(jar).getName().startsWith("jamm-"))
                .findFirst();
    }
}
