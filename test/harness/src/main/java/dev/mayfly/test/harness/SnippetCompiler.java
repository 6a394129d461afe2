package dev.mayfly.test.harness;

import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles Java that a page shows, against the class path of the test. */
public final class SnippetCompiler {
    private SnippetCompiler() {}

    /**
     * Returns a loader that has the class, or fails with what the compiler says.
     *
     * @param classes a folder for it
     * @param name of the class, in no package
     */
    public static URLClassLoader compile(Path classes, String name, String text) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavaFileObject source =
                new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return text;
                    }
                };
        StringWriter said = new StringWriter();
        List<String> options =
                List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
        if (!compiler.getTask(said, null, null, options, null, List.of(source)).call()) {
            throw new AssertionError(said + text);
        }
        try {
            return new URLClassLoader(
                    new URL[] {classes.toUri().toURL()}, Thread.currentThread().getContextClassLoader());
        } catch (MalformedURLException impossible) {
            throw new IllegalStateException("a folder has an address", impossible);
        }
    }
}
