// For everything that validates by a schema: the content security policy forbids compiling validators from strings.
import { config } from "zod/mini";

config({ jitless: true });
