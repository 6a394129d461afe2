package dev.mayfly.app.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import dev.mayfly.app.server.config.ServerConfig.LogStyle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the log of this process to stderr, a line an event. */
public final class LogSetup {
    // Control characters in what others sent must not begin lines of their own.
    private static final String PATTERN =
            "%d{\"yyyy-MM-dd'T'HH:mm:ss.SSSXXX\", UTC} %-5level %logger{0}: %replace(%msg){'[\\x00-\\x1f\\x7f]', ' '}%n%ex";

    private LogSetup() {}

    /** For a command that is no server: warnings alone. */
    public static void applyToCommand() {
        apply(new LogStyle(LogStyle.Format.TEXT, "warn", false));
    }

    /** For a process of our own; a server inside of another leaves the log to its host. */
    public static void apply(LogStyle style) {
        if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
            return;
        }
        context.reset();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setTarget("System.err");
        appender.setEncoder(encoder(style, context));
        appender.start();
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.addAppender(appender);
        root.setLevel(Level.WARN);
        context.getLogger("dev.mayfly").setLevel(Level.toLevel(style.level()));
    }

    private static Encoder<ILoggingEvent> encoder(LogStyle style, LoggerContext context) {
        return switch (style.format()) {
            case TEXT -> {
                PatternLayoutEncoder encoder = new PatternLayoutEncoder();
                encoder.setContext(context);
                encoder.setPattern(PATTERN);
                encoder.start();
                yield encoder;
            }
            case JSON -> {
                JsonEncoder encoder = new JsonEncoder();
                encoder.setContext(context);
                encoder.setWithSequenceNumber(false);
                encoder.setWithNanoseconds(false);
                encoder.setWithContext(false);
                encoder.setWithMDC(false);
                encoder.setWithMessage(false);
                encoder.setWithArguments(false);
                encoder.setWithFormattedMessage(true);
                encoder.start();
                yield encoder;
            }
        };
    }
}
